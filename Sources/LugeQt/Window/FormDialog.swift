import CQtShim

/// A form: fields to fill in, and a button to submit them.
public struct Form: Sendable {
  public struct Field: Sendable {
    public var label: String
    /// Text shown while the field is empty.
    public var placeholder: String
    public var text: String
    public var isSecret: Bool
    public var isOptional: Bool
    /// Suggestions shown below the field while the user types, those that contain the text.
    public var choices: [String]

    public init(
      _ label: String, placeholder: String = "", text: String = "", isSecret: Bool = false,
      isOptional: Bool = false, choices: [String] = []
    ) {
      self.label = label
      self.placeholder = placeholder
      self.text = text
      self.isSecret = isSecret
      self.isOptional = isOptional
      self.choices = choices
    }
  }

  public var title: String
  /// Text above the fields.
  public var intro: String?
  /// Fainter text below them.
  public var hint: String?
  public var accept: String
  public var fields: [Field]

  public init(
    title: String, intro: String? = nil, hint: String? = nil, accept: String, fields: [Field]
  ) {
    self.title = title
    self.intro = intro
    self.hint = hint
    self.accept = accept
    self.fields = fields
  }
}

extension Window {
  /// Shows a form, and runs work with its values while it stays open: an error is shown in it and
  /// can be corrected. The loop continues meanwhile; cancelling the form cancels the work.
  ///
  /// - Parameter work: called with the values, field by field; returns an error message, or nil to
  ///   close the form.
  /// - Returns: false when cancelled.
  @discardableResult
  public func ask(
    _ form: Form, work: @escaping @MainActor ([String]) async -> String?
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let session = FormSession(work, continuation)
      session.open(form, in: owner.window)
    }
  }
}

/// An open form. It keeps itself alive until the form has closed.
@MainActor
private final class FormSession {
  private let work: @MainActor ([String]) async -> String?
  private let continuation: CheckedContinuation<Bool, Never>

  // MARK: Mutable State (main actor)

  private var handle: OpaquePointer?
  private var task: Task<Void, Never>?
  private var isDone = false

  init(
    _ work: @escaping @MainActor ([String]) async -> String?,
    _ continuation: CheckedContinuation<Bool, Never>
  ) {
    self.work = work
    self.continuation = continuation
  }

  func open(_ form: Form, in window: OpaquePointer) {
    var callbacks = lq_form_callbacks(
      context: Unmanaged.passRetained(self).toOpaque(),
      submit: { context, values, count in
        let words = UnsafeBufferPointer(start: values, count: Int(count)).map {
          $0.map { String(cString: $0) } ?? ""
        }
        onMain(context, as: FormSession.self) { $0.submit(words) }
      },
      ended: { context in
        onMain(context, as: FormSession.self) { $0.end() }
        if let context { Unmanaged<FormSession>.fromOpaque(context).release() }
      })
    let texts =
      [form.title, form.intro ?? "", form.hint ?? "", form.accept]
      + form.fields.flatMap {
        [$0.label, $0.placeholder, $0.text, $0.choices.joined(separator: "\n")]
      }
    withCStrings(texts) { strings in
      let fields = form.fields.indices.map { index in
        lq_form_field(
          label: strings[4 + 4 * index], placeholder: strings[5 + 4 * index],
          text: strings[6 + 4 * index], is_secret: form.fields[index].isSecret,
          is_optional: form.fields[index].isOptional, choices: strings[7 + 4 * index])
      }
      fields.withUnsafeBufferPointer { fields in
        var dialog = lq_form_dialog(
          title: strings[0], intro: form.intro == nil ? nil : strings[1],
          hint: form.hint == nil ? nil : strings[2], accept: strings[3],
          fields: fields.baseAddress, count: Int32(clamping: fields.count))
        handle = lq_dialog_form(window, &dialog, &callbacks)
      }
    }
  }

  private func submit(_ values: [String]) {
    task = Task { [weak self, work] in
      let problem = await work(values)
      guard let self, let handle, !Task.isCancelled else { return }
      if let problem {
        problem.withCString { lq_form_answer(handle, $0) }
      } else {
        isDone = true
        lq_form_answer(handle, nil)
      }
    }
  }

  private func end() {
    handle = nil
    task?.cancel()
    continuation.resume(returning: isDone)
  }
}
