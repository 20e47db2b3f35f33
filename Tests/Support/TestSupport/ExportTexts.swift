/// Small exports with all features of their formats, read by tests and mutated by `luge-fuzz`.
public enum ExportTexts {
  /// A mailbox of three threads: a reply before the answered message, quotations, nested parts,
  /// encodings, lines that look like the beginning of a message.
  public static let mailbox = """
    From ann@x.org Sat Jan  4 12:00:05 2020
    From: bob@x.org (Bob)
    Subject: Re: Lunch?
    Date: Sat, 4 Jan 2020 13:00:00 +0100 (CET)
    Message-ID: <2@x.org>
    In-Reply-To: <1@x.org>
    Content-Length: 99999

    On Friday Ann wrote:
    > At noon?
    > Or later?
    Yes.

    From here we can walk.
    From bob@x.org Sat Jan  4 12:00:05 2020
    that was no header.
    >From the station, too.

    From ann@x.org Fri Jan  3 10:00:00 2020
    From: =?utf-8?Q?Ann_L=C3=A9e?= <Ann@X.org>
    To: Bob <bob@x.org>
    Subject: =?iso-8859-1?Q?Lunch=3F?=
    Date: Fri, 3 Jan 2020 10:00:00 -0500
    Message-ID: <1@x.org>
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary="a b"

    This is MIME.
    --a b
    Content-Type: multipart/alternative; boundary=c

    --c
    Content-Type: text/plain; charset=iso-8859-1
    Content-Transfer-Encoding: quoted-printable

    At noon in the caf=E9, =
    all?
    --c
    Content-Type: text/html

    <p>no</p>
    --c--
    --a b
    Content-Type: image/png; name*=utf-8''na%C3%AFve.png
    Content-Transfer-Encoding: base64
    Content-Disposition: attachment

    iVBORw0KGgo=
    --a b--

    From - Mon Jan  6 09:00:00 2020
    From: cid@x.org
    Subject: Another
    Message-ID: <3@x.org>
    Content-Type: text/html; charset=utf-8

    <p>Hi <b>all</b></p>

    From dan@x.org nowhere
    From eve@x.org Mon Jan  6 10:00:00 2020
    From: eve@x.org
    Subject: AW: Lunch?
    References: <1@x.org> <2@x.org>
    Message-ID: <4@x.org>
    Date: Mon, 6 Jan 2020 10:00:00 GMT

    late
    """

  /// Text in the format of signalbackup-tools.
  public static let signalBackup = """
    [Jan 05, 2024 10:11:12] *** Ann Lee added you to the group.
    [Jan 05, 2024 10:11:13] <Ann Lee> hello
    there
    [Jan 05, 2024 10:11:14] <Bob> yes (Ann Lee: 👍; Cid: ❤️)
    [Jan 05, 2024 10:11:15] *** <Bob> sent file "a b.jpg"
    [Jan 05, 2024 10:11:16] *** <Bob> sent file of type image/png
    [Jan 05, 2024 10:11:17] <Bob> (really: no)

    """

  /// Text in the format of sigtop.
  public static let sigtop = """
    Conversation: Ann Lee (+491)

    From: Ann Lee (+491)
    Type: incoming
    Sent: Fri, 5 Jan 2024 10:11:12 +0100
    Received: Fri, 5 Jan 2024 10:11:13 +0100
    Attachment: a.png (image/png, 1234 bytes)
    Reaction: 👍 from You
    Reaction: 👍 from Bob (+492)

    Hello

    Type: nothing
    Sent: by me

    From: You
    Type: outgoing
    Sent: Fri, 5 Jan 2024 10:12:00 +0100

    > From: Ann Lee (+491)
    > Sent: Fri, 5 Jan 2024 10:11:12 +0100
    >
    > Hello

    re

    From: You
    Type: outgoing
    Sent: Fri, 5 Jan 2024 10:13:00 +0100
    Edited: 2 versions

    | Version: 2
    | Sent: Fri, 5 Jan 2024 10:13:30 +0100
    |
    | new
    |
    | Version: 1
    | Sent: Fri, 5 Jan 2024 10:13:00 +0100
    |
    | old

    Type: keychange
    Sent: Fri, 5 Jan 2024 10:14:00 +0100
    Received: Fri, 5 Jan 2024 10:14:00 +0100

    """
}
