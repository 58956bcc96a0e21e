/** Inserts text at the caret. `write` stores the whole text. Then the caret is after the insertion. */
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
