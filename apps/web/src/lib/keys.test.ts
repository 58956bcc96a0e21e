import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isKey, KEY_IDS, findKeyIds, formatKey } from './keys.ts';

const readKeyTexts = (language: 'vi' | 'en') =>
  JSON.parse(readFileSync(new URL(`../../public/locales/${language}/keys.json`, import.meta.url), 'utf8')) as {
    action: Record<string, string>;
  };

describe('the table of keys', () => {
  it('exactly the keys of the table have texts in both languages', () => {
    for (const language of ['vi', 'en'] as const) {
      expect(Object.keys(readKeyTexts(language).action).toSorted()).toEqual([...KEY_IDS].toSorted());
    }
  });

  it('a pressed key finds all its shortcuts', () => {
    expect(findKeyIds('e')).toEqual(['count', 'editCell']);
    expect(findKeyIds('7')).toEqual(['fault_kind']);
    expect(findKeyIds('mod+k')).toEqual(['palette']);
    expect(isKey({ key: 'Enter', shiftKey: true }, 'countSave')).toBe(true);
    expect(isKey({ key: 'Enter', shiftKey: true }, 'countDone')).toBe(false);
    expect(isKey({ key: 'Enter', shiftKey: false, ctrlKey: true }, 'countDone')).toBe(false);
    expect(isKey({ key: 'Enter', shiftKey: false, ctrlKey: true }, 'countAll')).toBe(true);
  });

  it('keys are shown with their usual names', () => {
    expect([formatKey('goJob'), formatKey('fault_kind'), formatKey('send'), formatKey('send', true)]).toEqual([
      'G J',
      '1–9',
      'Ctrl Enter',
      '⌘ Enter',
    ]);
  });
});
