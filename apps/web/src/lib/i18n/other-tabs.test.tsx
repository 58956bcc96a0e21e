// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { Pagination } from 'antd';
import type { DetachedWindowAPI } from 'happy-dom';
import i18next from 'i18next';
import { useTranslation } from './use-translation.tsx';
import { expect, it, onTestFinished } from 'vitest';
import { showPart } from '../../testing/part.tsx';

function Part() {
  const { t } = useTranslation('common');
  return (
    <>
      <p>{t('save')}</p>
      <Pagination total={30} />
    </>
  );
}

/** Changes the shared storage as another tab does, and sends the event to this tab, possibly later. */
function changeInOtherTab(key: string, storedValue: string | null, listenedKey = storedValue) {
  if (storedValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, storedValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: listenedKey })));
}

/** Expects that the texts, Ant Design's texts and the page have this language. */
async function expectLanguage(language: 'vi' | 'en') {
  await screen.findByText(language === 'vi' ? 'Lưu' : 'Save');
  expect(screen.getByTitle(language === 'vi' ? 'Trang Trước' : 'Previous Page')).toBeTruthy();
  expect(document.documentElement.lang).toBe(language);
}

it('the last of two quick language choices stays when the first event arrives late', async () => {
  onTestFinished(async () => void (await i18next.changeLanguage('en')));
  await showPart(<Part />);
  // The dictionaries of the chosen language can still be loading.
  changeInOtherTab('i18nextLng', 'vi');
  changeInOtherTab('i18nextLng', 'en');
  // The event of the first choice arrives after the second choice.
  changeInOtherTab('i18nextLng', 'en', 'vi');
  await act(() => i18next.loadLanguages('vi'));
  await expectLanguage('en');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
});

it('a language chosen in one tab changes all tabs immediately', async () => {
  onTestFinished(async () => void (await i18next.changeLanguage('en')));
  await showPart(<Part />);
  await expectLanguage('en');
  changeInOtherTab('i18nextLng', 'vi');
  await expectLanguage('vi');
  changeInOtherTab('i18nextLng', 'en');
  await expectLanguage('en');
});

it('storage changes without a valid language change nothing', async () => {
  await showPart(<Part />);
  for (const [key, storedValue] of [
    ['i18nextLng', null],
    ['i18nextLng', 'xx'],
    ['signing_out', 'vi'],
  ] as const)
    changeInOtherTab(key, storedValue);
  await expectLanguage('en');
});

it('a TV board keeps the language of its link when another is chosen', async () => {
  await showPart(<Part />);
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
  const before = location.href;
  onTestFinished(() => happyDOM.setURL(before));
  happyDOM.setURL(new URL('/tv-board?lng=en', location.origin === 'null' ? 'http://localhost' : location.origin).href);
  changeInOtherTab('i18nextLng', 'vi');
  await expectLanguage('en');
  localStorage.setItem('i18nextLng', 'en');
});
