/** The two languages of the product (spec §1). */
export type Language = 'vi' | 'en';

/** Letters that only Vietnamese has of the languages of our customers. */
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i;

/** Detects the language of a text by its letters. Null if the text is empty. */
export function languageOf(text: string): Language | null {
  const written = text.normalize('NFC').trim();
  if (written === '') return null;
  return VIETNAMESE.test(written) ? 'vi' : 'en';
}
