/** Puts words where the caret of a text is, `write` keeping the whole; then the caret stands behind them. */
export function insertWords(
  field: HTMLTextAreaElement | undefined,
  text: string,
  said: string,
  write: (next: string) => void,
): void {
  const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
  write(text.slice(0, from) + said + text.slice(to));
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from + said.length, from + said.length);
  });
}
