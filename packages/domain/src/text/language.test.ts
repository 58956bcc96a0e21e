import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';

describe('the language of a text', () => {
  it('a text with Vietnamese letters is Vietnamese, composed or not', () => {
    expect(languageOf('Ảnh bị lệch, nhờ chỉnh lại')).toBe('vi');
    expect(languageOf('Đường chân trời'.normalize('NFD'))).toBe('vi');
  });

  it('any other text is English, and an empty text has no language', () => {
    expect(languageOf('The horizon leans to the left')).toBe('en');
    expect(languageOf('Façade of the Café Müller, señor')).toBe('en');
    expect(languageOf('  ')).toBeNull();
  });
});
