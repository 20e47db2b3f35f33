/// Carries a lane's tools from the thread that made them to the one that keeps them.
///
/// `@unchecked Sendable`: the making thread puts the tools in here as its last act and keeps no
/// reference, and one other takes them out. Tools are bound to no thread, they only may not be used
/// by two at once; whatever carries the handover (the mailbox's lock, or another) orders the two
/// uses. A ``ToolLoan`` keeps one: there, whoever holds its semaphore has the tools.
package final class Handover<Tools>: @unchecked Sendable {
  package let tools: Tools

  package init(_ tools: Tools) { self.tools = tools }
}
