/**
 * Reads rows of one of the bureau's own CSV lists without the heading: commas, no quotes. Normalizes the text to NFC.
 */
export const readTable = (text: string): string[][] =>
  text
    .normalize('NFC')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.trim()));
