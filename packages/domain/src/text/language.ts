/** The two languages of the product (spec §1). */
export type Language = 'vi' | 'en';

/** Letters of Vietnamese that none of its neighbours among our customers' languages has. */
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i;

/** Which of the two somebody writes, told by their letters; null where nothing was written. */
export function languageOf(text: string): Language | null {
  const written = text.normalize('NFC').trim();
  if (written === '') return null;
  return VIETNAMESE.test(written) ? 'vi' : 'en';
}
