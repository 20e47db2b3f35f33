/// Passes a lane's tools from the thread that made them to another.
///
/// `@unchecked Sendable`: the making thread puts the tools in here as its last act and keeps no
/// reference, and exactly one other thread takes them out. Tools are bound to no thread; they only
/// must not be used by two at once. The lock of the mailbox (or of a ``ToolLoan``) orders the two
/// uses.
package final class Handover<Tools>: @unchecked Sendable {
  package let tools: Tools

  package init(_ tools: Tools) { self.tools = tools }
}
