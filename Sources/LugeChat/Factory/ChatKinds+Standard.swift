extension ChatKinds {
  /// The kinds of the library.
  public static var standard: ChatKinds {
    ChatKinds([
      DateHeaderKind(), UnreadMarkKind(), ServiceLineKind(), BubbleKind(),
      SenderNameKind(), ForwardedKind(), ReplyKind(), MediaKind(), DeletedKind(), TextKind(),
      LinkKind(),
      EmptyKind(), FailureKind(), ReactionsKind(), TimeKind(),
    ])
  }
}
