import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';

describe('the language somebody writes', () => {
  it('is Vietnamese by its letters, composed or not', () => {
    expect(languageOf('Ảnh bị lệch, nhờ chỉnh lại')).toBe('vi');
    expect(languageOf('Đường chân trời'.normalize('NFD'))).toBe('vi');
  });

  it('is English otherwise, other accents too, and unknown of nothing', () => {
    expect(languageOf('The horizon leans to the left')).toBe('en');
    expect(languageOf('Façade of the Café Müller, señor')).toBe('en');
    expect(languageOf('  ')).toBeNull();
  });
});
