import { readdir, readFile } from 'node:fs/promises';
import { createInstance, type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import common from '../../../public/locales/en/common.json' with { type: 'json' };
import errors from '../../../public/locales/en/errors.json' with { type: 'json' };
import type { Translate } from './i18n.ts';

let t: TFunction<['common', 'errors']>;
beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', defaultNS: 'common', resources: { en: { common, errors } } });
  t = i18n.getFixedT('en', ['common', 'errors']);
});

describe('unknown translation keys', () => {
  it('an unknown key does not compile, because users would see the key', () => {
    expect(t('save')).toBe('Save');
    expect(t('errors:field.not_email')).toBe(errors.field.not_email);
    // @ts-expect-error misspelt
    expect(t('saev')).toBe('saev');
    // @ts-expect-error misspelt behind the dictionary's name
    expect(t('errors:field.not_emial')).toBe('field.not_emial');
    const kind: 'vi' | 'dark' = 'dark';
    // @ts-expect-error one of the keys that can be made is not there
    expect(t(`theme.${kind as 'vi' | 'dark'}`)).toBe('Dark');
  });

  it('a key does not compile where only other dictionaries are accepted', () => {
    const translateUnforeseen = (translate: Translate<'errors'>) => translate('errors:unforeseen');
    expect(translateUnforeseen(t)).toBe(errors.unforeseen);
    // @ts-expect-error another dictionary
    expect(((translate: Translate<'errors'>) => translate('common:save'))(t)).toBe('Save');
    // @ts-expect-error a component that does not name the dictionary in its list
    expect(translateUnforeseen(t as unknown as TFunction<['common']>)).toBe(errors.unforeseen);
  });
});

it('wholesale has one Vietnamese word on bureau screens, in the portal and in files', async () => {
  const folder = new URL('../../../public/locales/vi/', import.meta.url);
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const allTexts = texts.join('\n');
  expect(allTexts.match(/"[^"]*wholesale[^"]*": "(?!.*bán buôn).*"/gi)).toBeNull();
  expect(allTexts).not.toMatch(/giá sỉ/i);
});
