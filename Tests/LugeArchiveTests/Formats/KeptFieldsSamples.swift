import Testing

/// Exports that have a word of their own, `tok…`, in each field that a user would call content.
struct KeptFieldsSample: Sendable, CustomTestStringConvertible {
  let format: String
  /// Texts by path.
  let files: [(path: String, text: String)]
  /// Words that an import leaves out, with the reason.
  let leftOut: [String: String]

  var testDescription: String { format }

  static let all: [Self] = [
    Self(
      format: "Bluesky",
      files: [
        (
          "feed.json",
          #"""
          {"feed": [
          {"post": {"uri": "at://did:plc:a/app.bsky.feed.post/3k1", "cid": "b1", "author": {"did": "did:plc:a", "handle": "tokhandle.example", "displayName": "tokname", "description": "tokabout"}, "record": {"$type": "app.bsky.feed.post", "createdAt": "2024-02-29T10:00:00.000Z", "text": "tokwords tokhashtag", "langs": ["de"], "tags": ["toktag"], "facets": [{"index": {"byteStart": 9, "byteEnd": 19}, "features": [{"$type": "app.bsky.richtext.facet#link", "uri": "https://tokfacet.example"}]}], "labels": {"$type": "com.atproto.label.defs#selfLabels", "values": [{"val": "toklabel"}]}, "embed": {"$type": "app.bsky.embed.external", "external": {"uri": "https://tokpage.example/", "title": "toktitle", "description": "tokpagewords", "author": "tokpageauthor", "thumb": {"$type": "blob", "ref": {"$link": "tokblob"}, "mimeType": "image/png", "size": 1}}}}}},
          {"post": {"uri": "at://did:plc:a/app.bsky.feed.post/3k2", "cid": "b2", "author": {"did": "did:plc:a", "handle": "tokhandle.example"}, "record": {"$type": "app.bsky.feed.post", "createdAt": "2024-02-29T10:00:01.000Z", "text": "two", "reply": {"root": {"uri": "at://did:plc:b/app.bsky.feed.post/tokroot", "cid": "x"}, "parent": {"uri": "at://did:plc:b/app.bsky.feed.post/tokparent", "cid": "x"}}, "embed": {"$type": "app.bsky.embed.images", "images": [{"alt": "tokalt", "image": {"$type": "blob", "ref": {"$link": "tokimage"}, "mimeType": "image/png", "size": 1}, "aspectRatio": {"width": 4, "height": 3}, "title": "tokpicturetitle"}]}}}},
          {"post": {"uri": "at://did:plc:a/app.bsky.feed.post/3k3", "cid": "b3", "author": {"did": "did:plc:a", "handle": "tokhandle.example"}, "record": {"$type": "app.bsky.feed.post", "createdAt": "2024-02-29T10:00:02.000Z", "text": "three", "embed": {"$type": "app.bsky.embed.recordWithMedia", "record": {"$type": "app.bsky.embed.record", "record": {"uri": "at://did:plc:b/app.bsky.feed.post/tokquoted", "cid": "x"}}, "media": {"$type": "app.bsky.embed.video", "video": {"$type": "blob", "ref": {"$link": "tokvideo"}, "mimeType": "video/mp4", "size": 1}, "alt": "tokvideoalt", "captions": [{"lang": "tokcaptionlang", "file": {"$type": "blob", "ref": {"$link": "tokcaption"}, "mimeType": "text/vtt", "size": 1}}]}}}}}]}

          """#
        )
      ],
      leftOut: [
        "tokblob": "ids of files",
        "tokcaption": "ids of files",
      ]),
    Self(
      format: "Discord",
      files: [
        (
          "garden.json",
          #"""
          {"guild": {"id": "1", "name": "tokguild"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "tokchan", "category": "tokcat", "topic": "toktopic"}, "messages": [
          {"id": "1", "type": "Default", "timestamp": "2024-02-29T10:00:00+00:00", "timestampEdited": null, "isPinned": true, "content": "tokcontent", "author": {"id": "tokaid", "name": "tokaname", "nickname": "toknick"}, "attachments": [{"id": "1", "url": "http://tokatturl", "fileName": "tokattname.png", "fileSizeBytes": 3}], "embeds": [{"title": "toketitle", "url": "http://tokeurl", "timestamp": "2024-02-29T10:00:00Z", "description": "tokedesc", "author": {"name": "tokeauthor", "url": "http://tokeaurl"}, "thumbnail": {"url": "http://tokethumb"}, "image": {"url": "http://tokeimage"}, "images": [{"url": "http://tokeimages"}], "video": {"url": "http://tokevideo"}, "footer": {"text": "tokefooter"}, "fields": [{"name": "tokefn", "value": "tokefv"}]}], "stickers": [{"id": "1", "name": "toksticker", "sourceUrl": "http://toksturl"}], "reactions": [{"emoji": {"id": "", "name": "tokemoji", "imageUrl": "http://tokemurl"}, "count": 2, "users": [{"id": "5", "name": "tokru", "nickname": "tokrn"}]}], "mentions": [{"id": "6", "name": "tokmn", "nickname": "tokmnick"}], "reference": {"messageId": "99", "channelId": "2"}, "interaction": {"id": "1", "name": "tokinter", "user": {"id": "7", "name": "tokiu"}}, "inlineEmojis": [{"name": "tokinline"}], "forwardedMessage": {"content": "tokfwd", "timestamp": "2024-02-29T10:00:00Z", "attachments": [{"url": "http://tokfatt", "fileName": "tokfname"}], "embeds": [{"title": "tokfemb"}], "stickers": []}, "poll": {"question": {"text": "tokpq"}, "answers": [{"text": "tokpa"}]}}]}

          """#
        )
      ],
      leftOut: [
        "tokaname": "the login name beside the shown one, which every message repeats",
        "tokcat": "about the channel",
        "tokemurl": "pictures of emoji",
        "tokinline": "pictures of emoji",
        "tokmn": "who is mentioned is in the text",
        "tokmnick": "who is mentioned is in the text",
        "tokru": "the login name beside the shown one, which every message repeats",
        "toktopic": "about the channel",
      ]),
    Self(
      format: "Discord package",
      files: [
        (
          "messages/c1/messages.json",
          #"""
          [
          {"ID": 1, "Timestamp": "2024-02-29 10:00:00", "Contents": "tokcontents", "Attachments": "https://x.example/tokfile.png", "Other": "tokother"}]

          """#
        ),
        (
          "messages/c1/channel.json",
          #"""
          {"id": "1", "type": 0, "name": "tokname", "guild": {"id": "2", "name": "tokguild"}}

          """#
        ),
      ],
      leftOut: [:]),
    Self(
      format: "Google Chat",
      files: [
        (
          "Groups/DM a/messages.json",
          #"""
          {"messages": [
          {"creator": {"name": "tokname", "email": "tokmail"}, "created_date": "Thursday, February 29, 2024 at 11:59:59 PM UTC", "text": "toktext http://tokurl", "topic_id": "t", "message_id": "a/b/c", "attached_files": [{"original_name": "tokorig.png", "export_name": "File-tokexp.png"}], "annotations": [{"start_index": 0, "length": 3, "url_metadata": {"title": "tokutitle", "snippet": "toksnippet", "url": {"private_do_not_access_or_else_safe_url_wrapped_value": "http://tokurl"}}}, {"drive_metadata": {"id": "tokdrive", "title": "tokdtitle"}}, {"youtube_metadata": {"id": "tokyt"}}, {"video_call_metadata": {"meeting_space": {"meeting_url": "http://tokmeet"}}}, {"gsuite_integration_metadata": {"tasks_data": {"task_properties": {"title": "toktask"}}}}], "quoted_message_metadata": {"creator": {"name": "tokqc"}, "text": "tokqt", "message_id": "a/b/d"}, "reactions": [{"emoji": {"unicode": "👍"}, "reactor_emails": ["tokreactor"]}], "previous_message_versions": [{"text": "tokprev"}]}]}

          """#
        )
      ],
      leftOut: [:]),
    Self(
      format: "Grailbird",
      files: [
        (
          "data/js/tweets/2012_01.js",
          #"""
          Grailbird.data.tweets_2012_01 = 
          [
          {"id_str": "20", "created_at": "2012-01-31 22:00:11 +0000", "text": "tokwords", "user": {"name": "tokuser", "screen_name": "tokscreen"}, "entities": {"user_mentions": [], "urls": [], "media": []}, "geo": {"coordinates": ["tokgeo"]}, "source": "toksource", "retweeted_status": {"text": "tokretweeted", "user": {"name": "tokoriginal"}}}]

          """#
        )
      ],
      leftOut: [:]),
    Self(
      format: "Hangouts",
      files: [
        (
          "Hangouts.json",
          #"""
          {"conversations": [
          {"conversation": {"conversation_id": {"id": "C1"}, "conversation": {"id": {"id": "C1"}, "type": "GROUP", "name": "tokconv", "participant_data": [{"id": {"gaia_id": "1"}, "fallback_name": "tokp1"}]}}, "events": [{"event_id": "e1", "sender_id": {"gaia_id": "1"}, "timestamp": "1709208000999999", "chat_message": {"message_content": {"segment": [{"type": "TEXT", "text": "tokseg"}], "attachment": [{"embed_item": {"type": ["PLUS_PHOTO"], "plus_photo": {"url": "https://tokphoto", "album_id": "tokalbum"}, "id": "tokid"}}, {"embed_item": {"type": ["PLACE_V2"], "place_v2": {"url": "http://tokplaceurl", "name": "tokplace", "address": {"postal_address_v2": {"street_address": "tokstreet"}}, "geo": {"geo_coordinates_v2": {"latitude": 1}}}}}, {"embed_item": {"type": ["THING_V2"], "thing_v2": {"url": "http://tokthing", "name": "tokthingname"}}}, {"embed_item": {"type": ["DYNAMITE_MESSAGE_METADATA"]}}]}, "annotation": [{"type": 4, "value": "tokann"}]}}]}]}

          """#
        )
      ],
      leftOut: [
        "tokalbum": "ids",
        "tokid": "ids",
      ]),
    Self(
      format: "Mastodon",
      files: [
        (
          "outbox.json",
          #"""
          {"@context": "https://www.w3.org/ns/activitystreams", "id": "outbox.json", "type": "OrderedCollection", "totalItems": 2, "orderedItems": [
          {"id": "https://x.example/users/ann/statuses/1/activity", "type": "Create", "actor": "https://x.example/users/ann", "published": "2024-02-29T10:00:00Z", "to": ["https://www.w3.org/ns/activitystreams#Public"], "cc": [], "object": {"id": "https://x.example/users/ann/statuses/1", "type": "Note", "summary": "tokwarning", "name": "toktitle", "content": "<p>tokwords <a href=\"https://tokhref.example\">toklink</a> #<span>tokhash</span> <a href=\"https://y.example/@tokmentioned\">@<span>tokmentioned</span></a></p>", "contentMap": {"de": "<p>tokwords</p>", "en": "<p>toktranslation</p>"}, "source": {"content": "toksource"}, "published": "2024-02-29T10:00:00Z", "url": "https://x.example/@ann/tokurl", "attributedTo": "https://x.example/users/ann", "to": ["https://www.w3.org/ns/activitystreams#Public"], "cc": [], "tag": [{"type": "Hashtag", "href": "https://x.example/tags/tokhash", "name": "#tokhash"}, {"type": "Mention", "href": "https://y.example/users/tokmentioned", "name": "@tokmentioned@y.example"}], "attachment": [{"type": "Document", "mediaType": "image/png", "url": "/media_attachments/files/1/tokfile.png", "name": "tokalt", "summary": "toksummary", "width": 1, "height": 1, "focalPoint": [0.5, 0.5], "icon": {"url": "/media_attachments/files/1/tokicon.png"}}], "location": {"name": "tokplace"}, "replies": {"id": "x", "totalItems": 1}, "likes": {"totalItems": 1}}},
          {"id": "https://x.example/users/ann/statuses/2/activity", "type": "Create", "actor": "https://x.example/users/ann", "published": "2024-02-29T10:00:01Z", "to": [], "cc": [], "object": {"id": "https://x.example/users/ann/statuses/2", "type": "Question", "content": "<p>tokquestion</p>", "published": "2024-02-29T10:00:01Z", "attributedTo": "https://x.example/users/ann", "oneOf": [{"type": "Note", "name": "tokoption", "replies": {"totalItems": 2}, "summary": "tokoptionwords"}], "endTime": "2024-03-01T10:00:00Z", "votersCount": 7772}}]}

          """#
        ),
        (
          "actor.json",
          #"""
          {"@context": "x", "id": "https://x.example/users/ann", "type": "Person", "preferredUsername": "ann", "name": "tokname", "summary": "<p>tokabout</p>", "url": "https://x.example/@ann", "attachment": [
          {"type": "PropertyValue", "name": "tokfield", "value": "tokvalue"}]}

          """#
        ),
      ],
      leftOut: [
        "tokicon": "addresses of previews"
      ]),
    Self(
      format: "Matrix",
      files: [
        (
          "export.json",
          #"""
          {"room_name": "tokroom", "room_creator": "@a:x", "topic": "toktopic", "export_date": "x", "exported_by": "@a:x", "messages": [
          {"type": "m.room.message", "sender": "@tokuser:x", "content": {"msgtype": "m.image", "body": "tokbody.png", "filename": "tokfilename.png", "url": "mxc://x/tokurl", "info": {"mimetype": "image/png", "thumbnail_url": "mxc://x/tokthumb"}, "format": "org.matrix.custom.html", "formatted_body": "tokformatted"}, "origin_server_ts": 1709200000000, "event_id": "$1", "room_id": "!r:x"},
          {"type": "m.room.message", "sender": "@a:x", "content": {"msgtype": "m.location", "body": "toklocbody", "geo_uri": "geo:1,2"}, "origin_server_ts": 1709200000001, "event_id": "$2"},
          {"type": "m.room.message", "sender": "@a:x", "content": {"msgtype": "m.text", "body": "* toknewbody", "m.new_content": {"msgtype": "m.text", "body": "toknew"}, "m.relates_to": {"rel_type": "m.replace", "event_id": "$3"}}, "origin_server_ts": 1709200000003, "event_id": "$4"},
          {"type": "m.room.message", "sender": "@a:x", "content": {"msgtype": "m.text", "body": "tokold"}, "origin_server_ts": 1709200000002, "event_id": "$3"},
          {"type": "m.room.member", "sender": "@a:x", "state_key": "@b:x", "content": {"membership": "leave", "reason": "tokreason"}, "origin_server_ts": 1709200000004, "event_id": "$5"},
          {"type": "m.room.pinned_events", "sender": "@a:x", "state_key": "", "content": {"pinned": ["tokpinned"]}, "origin_server_ts": 1709200000005, "event_id": "$6"},
          {"type": "org.custom", "sender": "@a:x", "content": {"foo": "tokcustom"}, "origin_server_ts": 1709200000006, "event_id": "$7"},
          {"type": "m.room.canonical_alias", "state_key": "", "sender": "@a:x", "content": {"alias": "#tokalias:x"}, "origin_server_ts": 1709200000007, "event_id": "$8"},
          {"type": "m.room.message", "sender": "@a:x", "content": {"msgtype": "m.custom", "body": "tokmcustom", "extra": "tokextra"}, "origin_server_ts": 1709200000008, "event_id": "$9"},
          {"type": "m.room.message", "sender": "@a:x", "content": {"msgtype": "m.text", "body": "tokredactedkept"}, "origin_server_ts": 1709200000009, "event_id": "$10"},
          {"type": "m.room.redaction", "sender": "@a:x", "redacts": "$10", "content": {"reason": "tokredreason"}, "origin_server_ts": 1709200000010, "event_id": "$11"}]}

          """#
        )
      ],
      leftOut: [
        "toknewbody": "the new text for programs that know no edits",
        "tokredactedkept": "what was removed",
        "tokthumb": "addresses of previews",
        "toktopic": "about the room",
      ]),
    Self(
      format: "Mattermost",
      files: [
        (
          "garden.jsonl",
          #"""
          {"type": "version", "version": 1}
          {"type": "channel", "channel": {"team": "t", "name": "c", "display_name": "tokchan", "header": "tokheader", "purpose": "tokpurpose"}}
          {"type": "user", "user": {"username": "ann", "nickname": "tokann", "position": "tokpos"}}
          {"type": "post", "post": {"team": "t", "channel": "c", "user": "ann", "message": "tokmsg", "create_at": 1709200000000, "props": {"attachments": [{"pretext": "tokpretext", "title": "toktitle", "text": "tokatext", "fields": [{"title": "tokft", "value": "tokfv"}], "fallback": "tokfallback", "author_name": "tokan", "image_url": "http://tokimg", "footer": "tokfooter", "actions": [{"name": "tokaction"}]}], "override_username": "tokoverride", "from_webhook": "true"}, "attachments": [{"path": "tokpath.png"}], "reactions": [{"user": "ann", "emoji_name": "tokemoji", "create_at": 1}], "replies": [{"user": "ben", "message": "tokreply", "create_at": 1709200000001, "props": {"attachments": [{"text": "tokratt"}]}, "attachments": [{"path": "tokrpath"}]}]}}

          """#
        )
      ],
      leftOut: [
        "tokfallback": "says again what an attachment says",
        "tokheader": "about the channel",
        "tokpos": "about a person",
        "tokpurpose": "about the channel",
      ]),
    Self(
      format: "Messenger",
      files: [
        (
          "messages/inbox/a_1/message_1.json",
          #"""
          {"participants": [{"name": "Ann"}, {"name": "Ben"}], "messages": [
          {"sender_name": "Ann", "timestamp_ms": 1709200000000, "content": "tokcontent", "share": {"link": "http://tokshare", "share_text": "toksharetext", "original_content_owner": "tokowner", "profile_share_username": "tokpu", "profile_share_name": "tokpn"}, "photos": [{"uri": "tokphoto.jpg", "backup_uri": "https://tokbackup", "photo_fbid": "1"}], "videos": [{"uri": "tokvideo.mp4", "thumbnail": {"uri": "tokvthumb.jpg"}}], "audio_files": [{"uri": "tokaudio.mp4"}], "files": [{"uri": "tokfile.pdf"}], "gifs": [{"uri": "tokgif.gif"}], "sticker": {"uri": "toksticker.png", "ai_stickers": []}, "reactions": [{"reaction": "x", "actor": "tokactor", "timestamp": 1}], "bumped_message_metadata": {"bumped_message": "tokbumped", "is_bumped": true}, "users": [{"name": "tokadded"}], "ip": "tokip", "story_share": {"link": "tokstory"}, "missed": true, "plan": {"title": "tokplan", "location": "tokplanloc"}, "magic_words": [{"magic_word": "tokmagic", "animation_emoji": "x"}]}], "title": "A", "thread_path": "inbox/a_1", "magic_words": [{"magic_word": "tokmw"}], "image": {"uri": "tokimage"}, "joinable_mode": {"link": "tokjoin"}}

          """#
        )
      ],
      leftOut: [
        "tokbackup": "a second address of a file",
        "tokimage": "about the conversation",
        "tokjoin": "about the conversation",
        "tokmw": "about the conversation",
      ]),
    Self(
      format: "Messenger encrypted",
      files: [
        (
          "Ann_1.json",
          #"""
          {"participants": ["Ann", "Ben"], "threadName": "tokthread_1", "messages": [
          {"isUnsent": false, "media": [{"uri": "./media/tokmedia.jpg", "caption": "tokcaption"}], "reactions": [{"actor": "tokactor", "reaction": "tokreaction"}], "senderName": "toksender", "text": "toktext", "timestamp": 1709200000000, "type": "text", "link": "toklink"}]}

          """#
        )
      ],
      leftOut: [:]),
    Self(
      format: "Microsoft Teams",
      files: [
        (
          "teams.json",
          #"""
          {"value": [
          {"id": "1", "createdDateTime": "2024-02-29T10:00:00Z", "messageType": "message", "subject": "toksubject", "summary": "toksummary", "importance": "urgent", "from": {"user": {"id": "u", "displayName": "tokname"}}, "body": {"contentType": "html", "content": "<p>tokbody <img src=\"http://x/tokimg.png\" alt=\"tokalt\"> <a href=\"http://tokhref\">toklink</a></p><table><tr><td>tokcell</td></tr></table><attachment id=\"1\"></attachment><codeblock>tokcode</codeblock>"}, "chatId": "c", "attachments": [{"id": "1", "contentType": "reference", "name": "tokatt", "contentUrl": "http://tokcontenturl"}, {"id": "2", "contentType": "messageReference", "content": "{\"messageId\":\"9\",\"messagePreview\":\"tokpreview\",\"messageSender\":{\"user\":{\"displayName\":\"toksender\"}}}"}, {"id": "3", "contentType": "application/vnd.microsoft.card.adaptive", "content": "{\"type\":\"AdaptiveCard\",\"body\":[{\"type\":\"TextBlock\",\"text\":\"tokcard\"},{\"type\":\"FactSet\",\"facts\":[{\"title\":\"tokfact\",\"value\":\"tokvalue\"}]},{\"type\":\"Input\",\"label\":\"toklabel\",\"placeholder\":\"tokph\"}],\"actions\":[{\"title\":\"tokaction\",\"url\":\"http://tokactionurl\"}]}"}], "mentions": [{"id": 0, "mentionText": "tokmention", "mentioned": {"user": {"displayName": "tokmentioned"}}}], "reactions": [{"reactionType": "like", "user": {"user": {"id": "tokreactorid", "displayName": null}}}]},
          {"id": "2", "createdDateTime": "2024-02-29T10:00:01Z", "messageType": "systemEventMessage", "from": null, "body": {"content": "<systemEventMessage/>"}, "chatId": "c", "eventDetail": {"@odata.type": "#microsoft.graph.membersAddedEventMessageDetail", "members": [{"id": "tokmid", "displayName": "tokmember"}, {"id": "tokmid2", "displayName": null}], "initiator": {"user": {"displayName": "tokinit"}}}}]}

          """#
        )
      ],
      leftOut: [
        "tokmention": "who is mentioned is in the text",
        "tokmentioned": "who is mentioned is in the text",
        "tokreactorid": "ids of people",
      ]),
    Self(
      format: "Reddit",
      files: [
        (
          "chat_history.csv",
          #"""
          message_id,created_at,updated_at,username,message,thread_parent_message_id,channel_url,subreddit,channel_name,conversation_type
          m1,2024-02-29 10:00:00 UTC,2024-02-29 11:00:00 UTC,tokuser,tokwords,tokparent,tokchannel,toksubreddit,tokname,group

          """#
        ),
        (
          "messages.csv",
          #"""
          id,permalink,thread_id,date,ip,from,to,subject,body
          p1,https://www.reddit.com/tokpermalink,t1,2024-02-29 10:00:00 UTC,tokip,tokfrom,tokto,toksubject,tokbody

          """#
        ),
        (
          "comments.csv",
          #"""
          id,permalink,date,ip,subreddit,gildings,link,parent,body,media
          c1,https://www.reddit.com/r/a/comments/toklinked/x/tokcomment,2024-02-29 10:00:00 UTC,tokcommentip,tokcommunity,3,https://www.reddit.com/r/a/comments/toklinked/,tokanswered,tokcommentbody,tokmedia

          """#
        ),
        (
          "posts.csv",
          #"""
          id,permalink,date,ip,subreddit,gildings,title,url,body
          s1,https://www.reddit.com/r/tokpostcommunity/comments/tokpost,2024-02-29 10:00:00 UTC,,tokpostcommunity,0,toktitle,https://tokurl.example,tokpostbody

          """#
        ),
      ],
      leftOut: [
        "tokcommentip": "network addresses of the owner",
        "tokip": "network addresses of the owner",
        "tokpermalink": "addresses made of ids",
      ]),
    Self(
      format: "Rocket.Chat",
      files: [
        (
          "rocketchat_message.json",
          #"""
          {"_id": "a", "rid": "R", "u": {"_id": "u1", "username": "tokuser", "name": "tokuname"}, "ts": {"$date": "2024-02-29T10:00:00.000Z"}, "msg": "tokmsg", "alias": "tokalias", "urls": [{"url": "http://tokurl", "meta": {"pageTitle": "tokpt"}}], "attachments": [{"title": "toktitle", "title_link": "/file/toktlink", "description": "tokdesc", "text": "toktext", "image_url": "/x/tokimg.png", "fields": [{"title": "tokft", "value": "tokfv"}], "attachments": [{"text": "toknested", "author_name": "toknauthor"}], "message_link": "http://x?msg=b", "author_name": "tokaauthor"}], "file": {"name": "tokfile.png"}, "files": [{"name": "tokfile2.png"}], "mentions": [{"username": "tokmention", "name": "tokmname"}], "reactions": {":tokreact:": {"usernames": ["tokreactor"]}}, "blocks": [{"type": "section", "text": {"text": "tokblock"}}], "md": [{"type": "PARAGRAPH", "value": [{"type": "PLAIN_TEXT", "value": "tokmd"}]}], "customFields": {"x": "tokcustom"}, "location": {"type": "Point", "coordinates": [1, 2]}}
          {"_id": "b", "rid": "R", "u": {"username": "x"}, "ts": {"$date": "2024-02-29T10:00:01.000Z"}, "msg": "tokroomname", "t": "r"}

          """#
        )
      ],
      leftOut: [
        "tokmd": "the text in parts",
        "tokmention": "who is mentioned is in the text",
        "tokmname": "who is mentioned is in the text",
      ]),
    Self(
      format: "Signal",
      files: [
        (
          "main.jsonl",
          #"""
          {"version": "1", "backupTimeMs": "1709200000000"}
          {"account": {"givenName": "Me"}}
          {"recipient": {"id": "1", "self": {}}}
          {"recipient": {"id": "2", "contact": {"aci": "AAAA", "profileGivenName": "Ann"}}}
          {"chat": {"id": "10", "recipientId": "2"}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200000000", "incoming": {}, "contactMessage": {"contact": {"name": {"givenName": "tokgiven", "familyName": "tokfamily", "prefix": "tokprefix", "nickname": "toknick"}, "number": [{"value": "toknumber", "type": "HOME", "label": "toklabel"}], "email": [{"value": "tokemail"}], "address": [{"street": "tokstreet", "city": "tokcity"}], "organization": "tokorg"}}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200001000", "incoming": {}, "standardMessage": {"text": {"body": "tokbody"}, "quote": {"targetSentTimestamp": "5", "authorId": "1", "text": {"body": "tokquote"}, "attachments": [{"contentType": "x", "fileName": "tokquotefile"}]}, "linkPreview": [{"url": "http://tokurl", "title": "tokltitle", "description": "tokldesc"}], "attachments": [{"pointer": {"contentType": "image/png", "fileName": "tokfile", "caption": "tokcaption"}}]}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200002000", "incoming": {}, "revisions": [{"chatId": "10", "authorId": "2", "dateSent": "1", "standardMessage": {"text": {"body": "tokrev1"}}}], "standardMessage": {"text": {"body": "tokrev2"}}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200003000", "incoming": {}, "directStoryReplyMessage": {"textReply": {"text": {"body": "tokstory"}}, "emoji": "\ud83d\ude00"}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200004000", "incoming": {}, "paymentNotification": {"amountMob": "tokamount", "note": "toknote"}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200005000", "incoming": {}, "giftBadge": {"state": "tokgift"}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200006000", "incoming": {}, "poll": {"question": "tokq", "options": [{"option": "tokopt", "votes": [{"voterId": "2"}]}]}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200007000", "incoming": {}, "updateMessage": {"groupChange": {"updates": [{"groupNameUpdate": {"newGroupName": "tokgroupname"}}, {"groupDescriptionUpdate": {"newDescription": "tokgroupdesc"}}]}}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200008000", "incoming": {}, "updateMessage": {"profileChange": {"previousName": "tokprev", "newName": "toknew"}}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200009000", "incoming": {}, "updateMessage": {"learnedProfileChange": {"e164": "1", "username": "tokuser"}}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200020000", "incoming": {}, "viewOnceMessage": {"attachment": {"pointer": {"contentType": "image/png", "fileName": "tokonce", "caption": "tokoncecaption"}}, "reactions": [{"emoji": "tokoncereaction", "authorId": "1"}]}}}
          {"chatItem": {"chatId": "10", "authorId": "2", "dateSent": "1709200021000", "incoming": {}, "stickerMessage": {"sticker": {"packId": "tokpack", "packKey": "tokpackkey", "stickerId": 1, "emoji": "tokstickeremoji"}, "reactions": []}}}

          """#
        )
      ],
      leftOut: [
        "tokpack": "keys of stickers",
        "tokpackkey": "keys of stickers",
      ]),
    Self(
      format: "Skype",
      files: [
        (
          "messages.json",
          #"""
          {"userId": "8:ann", "exportDate": "2024-02-29T10:00", "conversations": [
          {"id": "8:ben", "displayName": "Ben", "MessageList": [{"id": "0", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:00:59Z", "messagetype": "RichText/Contacts", "content": "<contacts><c t=\"s\" s=\"tokskypeid\" f=\"tokcontactname\"/><c t=\"p\" p=\"tokphone\" f=\"tokcontact2\"/></contacts>", "from": "8:ben"}, {"id": "1", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:01:59Z", "messagetype": "RichText/UriObject", "content": "<URIObject uri=\"https://tokuri\" url_thumbnail=\"https://tokthumb\" type=\"File.1\"><Title>Title: tokfiletitle</Title><Description>tokdesc</Description><OriginalName v=\"tokorig.pdf\"/></URIObject>", "from": "8:ben"}, {"id": "2", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:02:59Z", "messagetype": "RichText/Location", "content": "<location latitude=\"1\" longitude=\"2\" address=\"tokaddress\">toklocation <a href=\"https://tokmaps\">tokplace</a></location>", "from": "8:ben"}, {"id": "3", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:03:59Z", "messagetype": "RichText/Media_Card", "content": "<URIObject type=\"SWIFT.1\" uri=\"x\"><Swift b64=\"eyJ0ZXh0IjoidG9rc3dpZnQifQ==\"/>tokcardtext</URIObject>", "from": "8:ben"}, {"id": "4", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:04:59Z", "messagetype": "Poll", "content": "{\"question\":\"tokpollq\",\"answers\":[{\"text\":\"tokpolla\"}]}", "from": "8:ben"}, {"id": "5", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:05:59Z", "messagetype": "RichText", "content": "<quote author=\"x\" authorname=\"tokquoter\" timestamp=\"1\" messageid=\"5\"><legacyquote>[1] tokquoter: </legacyquote>tokquoted<legacyquote>\n\n&lt;&lt;&lt; </legacyquote></quote>tokanswer", "from": "8:ben"}, {"id": "6", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:06:59Z", "messagetype": "ThreadActivity/AddMember", "content": "<addmember><eventtime>1</eventtime><initiator>8:tokinitiator</initiator><target>8:toktarget</target></addmember>", "from": "8:ben"}, {"id": "7", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:07:59Z", "messagetype": "ThreadActivity/TopicUpdate", "content": "<topicupdate><eventtime>1</eventtime><initiator>8:x</initiator><value>toktopic</value></topicupdate>", "from": "8:ben"}, {"id": "8", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:08:59Z", "messagetype": "Text", "content": "toktext", "from": "8:ben"}, {"id": "9", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:09:59Z", "messagetype": "InviteFreeRelationshipChanged/Initialized", "content": "tokinvite", "from": "8:ben"}, {"id": "10", "displayName": "Ben", "originalarrivaltime": "2024-02-29T23:10:59Z", "messagetype": "Notice", "content": "[{\"ContentType\":\"text\",\"Attachments\":[{\"content\":{\"title\":\"toknotice\"}}]}]", "from": "8:ben"}]}]}

          """#
        )
      ],
      leftOut: [
        "tokthumb": "addresses of previews"
      ]),
    Self(
      format: "Slack",
      files: [
        (
          "general/2024-02-29.json",
          #"""
          [
          {"type": "message", "user": "U1", "ts": "1709200000.0001", "text": "toktext", "blocks": [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "tokblock"}]}]}, {"type": "section", "text": {"type": "mrkdwn", "text": "toksection"}}, {"type": "image", "image_url": "http://tokimg", "alt_text": "tokalt", "title": {"text": "tokimgtitle"}}], "attachments": [{"fallback": "tokfallback", "pretext": "tokpretext", "title": "tokatitle", "title_link": "http://toktlink", "text": "tokatext", "author_name": "tokaauthor", "footer": "tokfooter", "fields": [{"title": "tokft", "value": "tokfv"}], "image_url": "http://tokaimg", "message_blocks": [{"message": {"blocks": [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "tokmb"}]}]}]}}], "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "tokablock"}}]}], "files": [{"id": "F1", "name": "tokfname.png", "title": "tokftitle", "url_private": "http://tokfpriv", "url_private_download": "http://tokfdl", "initial_comment": {"comment": "tokcomment"}, "preview": "tokpreview", "plain_text": "tokplain"}], "reactions": [{"name": "tokreact", "users": ["U1"], "count": 1}], "room": {"name": "tokroom"}, "topic": "toktopic", "old_name": "tokold", "inviter": "tokinviter"},
          {"type": "message", "subtype": "bot_message", "ts": "1709200001.0001", "text": "", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "tokonlyblock"}}, {"type": "context", "elements": [{"type": "mrkdwn", "text": "tokctx"}]}, {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "tokbutton"}, "url": "http://tokbuttonurl"}]}]}]

          """#
        )
      ],
      leftOut: [
        "tokfallback": "says again what an attachment says",
        "tokfdl": "a second address of a file",
        "tokmb": "says again what an attachment says",
      ]),
    Self(
      format: "Telegram",
      files: [
        (
          "result.json",
          #"""
          {"name": "tokchat", "type": "private_group", "id": 1, "messages": [
          {"id": 1, "type": "message", "date": "2024-02-29T10:00:00", "date_unixtime": "1709200800", "from": "tokfrom", "from_id": "user9", "author": "toksignature", "via_bot": "@tokbot", "forwarded_from": "tokforwarded", "saved_from": "toksaved", "text": [{"type": "text_link", "text": "tokword", "href": "http://tokhref"}, {"type": "mention_name", "text": " tokmention", "user_id": 5}, " tokplain"], "text_entities": [{"type": "text_link", "text": "tokword", "href": "http://tokhref"}, {"type": "mention_name", "text": " tokmention", "user_id": 5}, {"type": "plain", "text": " tokplain"}], "reactions": [{"type": "emoji", "count": 1, "emoji": "tokemoji", "recent": [{"from": "tokreactor", "from_id": "user6", "date": "2024-02-29T10:00:00"}]}], "inline_bot_buttons": [[{"type": "url", "text": "tokbutton", "data": "http://tokbuttonurl"}, {"type": "callback", "text": "tokbutton2", "data": "tokpayload"}, {"type": "switch_inline", "text": "tokbutton3", "data": "tokquery", "forward_text": "tokforwardtext"}]]},
          {"id": 2, "type": "message", "date": "2024-02-29T10:00:01", "date_unixtime": "1709200801", "from": "Ann", "from_id": "user1", "text": "", "contact_information": {"first_name": "tokfirst", "last_name": "toklast", "phone_number": "tokphone", "company": "tokcompany"}, "contact_vcard": "contacts/tokcard.vcard"},
          {"id": 3, "type": "message", "date": "2024-02-29T10:00:02", "date_unixtime": "1709200802", "from": "Ann", "from_id": "user1", "text": "", "place_name": "tokplace", "address": "tokaddress", "location_information": {"latitude": 47.5, "longitude": 11.5, "name": "toklocation"}},
          {"id": 4, "type": "message", "date": "2024-02-29T10:00:03", "date_unixtime": "1709200803", "from": "Ann", "from_id": "user1", "text": "", "poll": {"question": "tokquestion", "closed": false, "total_voters": 2, "answers": [{"text": "tokanswer", "voters": 1, "chosen": false}], "explanation": "tokexplanation"}},
          {"id": 5, "type": "message", "date": "2024-02-29T10:00:04", "date_unixtime": "1709200804", "from": "Ann", "from_id": "user1", "text": "", "game_title": "tokgame", "game_description": "tokgamewords", "game_link": "http://tokgamelink", "invoice_information": {"title": "tokinvoice", "description": "tokinvoicewords", "amount": 100, "currency": "EUR", "receipt_message_id": 7, "shipping": "tokshipping"}},
          {"id": 6, "type": "message", "date": "2024-02-29T10:00:05", "date_unixtime": "1709200805", "from": "Ann", "from_id": "user1", "text": "", "todo_list": {"title": "toklist", "others_can_append": true, "answers": [{"text": "toktask", "id": 1, "completed_by": "tokdoer"}]}},
          {"id": 7, "type": "message", "date": "2024-02-29T10:00:06", "date_unixtime": "1709200806", "from": "Ann", "from_id": "user1", "text": "", "file": "files/tokfile.mp3", "thumbnail": "files/tokthumb.jpg", "media_type": "audio_file", "mime_type": "audio/mpeg", "performer": "tokperformer", "title": "toksong", "file_name": "tokfilename.mp3"},
          {"id": 8, "type": "message", "date": "2024-02-29T10:00:07", "date_unixtime": "1709200807", "from": "Ann", "from_id": "user1", "text": "", "file": "files/a.webp", "media_type": "sticker", "sticker_emoji": "toksticker", "title": "tokstickertitle"},
          {"id": 9, "type": "message", "date": "2024-02-29T10:00:08", "date_unixtime": "1709200808", "from": "Ann", "from_id": "user1", "text": "", "giveaway_information": {"quantity": 1, "months": 3, "additional_prize": "tokprize", "countries": ["tokcountry"]}},
          {"id": 10, "type": "service", "date": "2024-02-29T10:00:09", "date_unixtime": "1709200809", "actor": "tokactor", "actor_id": "user1", "action": "invite_members", "members": ["tokmember"], "text": ""},
          {"id": 11, "type": "service", "date": "2024-02-29T10:00:10", "date_unixtime": "1709200810", "actor": "Ann", "actor_id": "user1", "action": "edit_group_title", "title": "toktitle", "inviter": "tokinviter", "text": "", "details": {"x": "tokdetail"}},
          {"id": 12, "type": "service", "date": "2024-02-29T10:00:11", "date_unixtime": "1709200811", "actor": "Ann", "actor_id": "user1", "action": "information", "information_text": "tokinformation", "text": ""}]}

          """#
        )
      ],
      leftOut: [
        "tokpayload": "what a button tells its bot",
        "tokquery": "what a button tells its bot",
      ]),
    Self(
      format: "Twitter",
      files: [
        (
          "data/tweets.js",
          #"""
          window.YTD.tweets.part0 = [
          {"tweet": {"id_str": "20", "created_at": "Thu Feb 29 10:00:00 +0000 2024", "full_text": "@toknamed tokwords #tokhashtag https://t.co/a https://t.co/m", "source": "<a href=\"http://toksource\">tokapp</a>", "lang": "de", "entities": {"user_mentions": [{"name": "tokshown", "screen_name": "toknamed", "id_str": "5", "indices": ["0", "9"]}], "hashtags": [{"text": "tokhashtag", "indices": ["1", "2"]}], "symbols": [{"text": "toksymbol"}], "urls": [{"url": "https://t.co/a", "expanded_url": "https://tokexpanded.example/", "display_url": "tokdisplay.example", "title": "tokpagetitle", "description": "tokpagewords"}], "media": [{"url": "https://t.co/m", "expanded_url": "https://x.com/a/status/20/video/1", "display_url": "pic.x.com/a", "media_url_https": "https://pbs.twimg.com/tokpicture.jpg", "type": "photo", "id_str": "30"}]}, "extended_entities": {"media": [{"url": "https://t.co/m", "expanded_url": "https://x.com/a/status/20/video/1", "media_url_https": "https://pbs.twimg.com/tokpicture.jpg", "type": "photo", "id_str": "30", "ext_alt_text": "tokalt", "additional_media_info": {"title": "tokmediatitle", "description": "tokmediawords", "embeddable": true}}]}, "place": {"full_name": "tokplace"}, "coordinates": {"coordinates": ["tokcoordinate"]}, "edit_info": {"initial": {"editTweetIds": ["20"], "editableUntil": "2024-02-29T11:00:00.000Z"}}, "favorite_count": "1", "retweet_count": "2", "in_reply_to_screen_name": "toknamed", "in_reply_to_status_id_str": "19"}}]

          """#
        ),
        (
          "data/account.js",
          #"""
          window.YTD.account.part0 = [
          {"account": {"username": "tokusername", "accountId": "1", "accountDisplayName": "tokaccount"}}]

          """#
        ),
        (
          "data/profile.js",
          #"""
          window.YTD.profile.part0 = [
          {"profile": {"description": {"bio": "tokbio", "website": "http://tokwebsite", "location": "toktown"}}}]

          """#
        ),
      ],
      leftOut: [
        "tokshown": "who is mentioned is in the text",
        "toksymbol": "tags are in the text",
      ]),
    Self(
      format: "Twitter messages",
      files: [
        (
          "data/direct-messages.js",
          #"""
          window.YTD.direct_messages.part0 = [
          {"dmConversation": {"conversationId": "1-2", "messages": [{"messageCreate": {"recipientId": "1", "reactions": [{"senderId": "2", "reactionKey": "tokreaction", "eventId": "7", "createdAt": "2024-02-29T10:00:00.000Z"}], "urls": [{"url": "https://t.co/a", "expanded": "https://tokexpanded.example", "display": "tokdisplay.example"}], "text": "tokwords https://t.co/a", "mediaUrls": ["https://ton.twitter.com/dm/1/2/tokpicture.jpg"], "senderId": "2", "id": "3", "createdAt": "2024-02-29T10:00:00.000Z", "editHistory": [{"createdAtSec": "1709200000", "editedText": "tokearlier"}]}}, {"conversationNameUpdate": {"initiatingUserId": "2", "name": "tokname", "createdAt": "2024-02-29T10:00:01.000Z"}}, {"joinConversation": {"initiatingUserId": "2", "participantsSnapshot": ["1", "2"], "createdAt": "2024-02-29T10:00:02.000Z", "note": "toknote"}}]}}]

          """#
        )
      ],
      leftOut: [:]),
    Self(
      format: "Zulip",
      files: [
        (
          "messages-000001.json",
          #"""
          {"zerver_message": [
          {"id": 1, "sender": 1, "recipient": 1, "subject": "toktopic", "content": "tokcontent [tokname](/user_uploads/1/tokpath.png) ![tokalt](/user_uploads/1/tokimg.png)", "date_sent": 1, "edit_history": "[{\"prev_content\":\"tokprev\",\"prev_subject\":\"tokprevtopic\"}]", "rendered_content": "x"}], "zerver_reaction": [{"message": 1, "emoji_name": "tokemoji", "emoji_code": "x", "user_profile": 1}], "zerver_submessage": [{"message": 1, "sender": 1, "msg_type": "widget", "content": "{\"widget_type\": \"tokpoll\"}"}]}

          """#
        )
      ],
      leftOut: [:]),
    Self(
      format: "iMazing",
      files: [
        (
          "Messages - Ann.csv",
          #"""
          Chat Session,Message Date,Delivered Date,Read Date,Edited Date,Deleted Date,Service,Type,Sender ID,Sender Name,Status,Replying to,Subject,Text,Reactions,Attachment,Attachment type
          toksession,2024-02-29 10:00:00,tokdelivered,tokread,,,iMessage,Incoming,tokid,tokname,tokstatus,tokanswered,toksubject,toktext,tokreactions,tokattachment.png,toktype

          """#
        )
      ],
      leftOut: [
        "toktype": "kinds of files, which their names show"
      ]),
    Self(
      format: "signal-export",
      files: [
        (
          "Ann/data.json",
          #"""
          {"date": "2024-02-29T10:11:12", "sender": "toksender", "body": "tokbody", "quote": "> tokquote", "sticker": {"emoji": "tokstickeremoji", "packId": "tokpack", "title": "toksticker"}, "reactions": [{"name": "tokreactor", "emoji": "tokemoji"}], "attachments": [{"name": "tokname", "path": "./media/tokpath.jpg", "caption": "tokcaption"}], "title": "toktitle"}
          {"date": "2024-02-29T10:11:13", "sender": "Me", "body": "", "quote": "", "sticker": "", "reactions": [], "attachments": [{"name": "tokmissing", "path": "", "missing_kind": "tokkind"}]}
          {"date": "2024-02-29T10:11:14", "sender": "Me", "body": "tokcall", "quote": "", "sticker": "", "reactions": [], "attachments": [], "call": true, "missed": true}

          """#
        )
      ],
      leftOut: [
        "tokpack": "keys of stickers"
      ]),
    Self(
      format: "sigtop",
      files: [
        (
          "Ann (+49).json",
          #"""
          [
          {"id": "1", "conversationId": "c", "sent_at": 1709200000000, "type": "incoming", "body": "tokbody", "source": "+49", "quote": {"text": "tokquote", "id": 1, "attachments": [{"fileName": "tokqf"}]}, "contact": [{"name": {"displayName": "tokcname"}, "number": [{"value": "toknumber"}], "email": [{"value": "tokemail"}]}], "preview": [{"url": "http://tokpurl", "title": "tokptitle"}], "attachments": [{"fileName": "tokfile", "caption": "tokcap", "contentType": "x"}], "sticker": {"emoji": "😀", "packId": "tokpack"}, "editHistory": [{"body": "tokold", "timestamp": 1}], "group_update": {"name": "tokgname"}, "poll": {"question": "tokpq"}}]

          """#
        )
      ],
      leftOut: [
        "tokpack": "keys of stickers"
      ]),
  ]
}
