/** Inserts text at the caret and moves the caret behind it. */
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
