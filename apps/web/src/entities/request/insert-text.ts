/** Inserts text at the caret and moves the caret behind it. */
export function insertText(
  field: HTMLTextAreaElement | undefined,
  text: string,
  inserted: string,
  saveText: (next: string) => void,
): void {
  const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
  saveText(text.slice(0, from) + inserted + text.slice(to));
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from + inserted.length, from + inserted.length);
  });
}
