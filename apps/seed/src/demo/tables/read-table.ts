/** The rows below the heading of one of the bureau's own lists: commas, no quotes; text in composed form. */
export const readTable = (text: string): string[][] =>
  text
    .normalize('NFC')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.trim()));
