// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { Pagination } from 'antd';
import type { DetachedWindowAPI } from 'happy-dom';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
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

/** What another tab of the browser leaves in the storage they share, and what this one hears of it, which may come later. */
function elsewhere(key: string, kept: string | null, heard = kept) {
  if (kept === null) localStorage.removeItem(key);
  else localStorage.setItem(key, kept);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: heard })));
}

/** That the words, Ant Design’s words and the page say that they are of this language. */
async function reads(language: 'vi' | 'en') {
  await screen.findByText(language === 'vi' ? 'Lưu' : 'Save');
  expect(screen.getByTitle(language === 'vi' ? 'Trang Trước' : 'Previous Page')).toBeTruthy();
  expect(document.documentElement.lang).toBe(language);
}

it('of two choices that follow each other the last one stands, and neither is sent back', async () => {
  onTestFinished(async () => void (await i18next.changeLanguage('en')));
  await showPart(<Part />);
  // Its dictionaries may still be on their way.
  elsewhere('i18nextLng', 'vi');
  elsewhere('i18nextLng', 'en');
  // This one hears of the first when the second is made.
  elsewhere('i18nextLng', 'en', 'vi');
  await act(() => i18next.loadLanguages('vi'));
  await reads('en');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
});

it('the language that is chosen in one tab is that of the others at once', async () => {
  onTestFinished(async () => void (await i18next.changeLanguage('en')));
  await showPart(<Part />);
  await reads('en');
  elsewhere('i18nextLng', 'vi');
  await reads('vi');
  elsewhere('i18nextLng', 'en');
  await reads('en');
});

it('what says no language in the storage changes none: a session that ended beside, a word that is none, another key', async () => {
  await showPart(<Part />);
  for (const [key, kept] of [
    ['i18nextLng', null],
    ['i18nextLng', 'xx'],
    ['signing_out', 'vi'],
  ] as const)
    elsewhere(key, kept);
  await reads('en');
});

it('a wall keeps the language of its link, whatever is chosen beside it', async () => {
  await showPart(<Part />);
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
  const before = location.href;
  onTestFinished(() => happyDOM.setURL(before));
  happyDOM.setURL(new URL('/wall?lng=en', location.origin === 'null' ? 'http://localhost' : location.origin).href);
  elsewhere('i18nextLng', 'vi');
  await reads('en');
  localStorage.setItem('i18nextLng', 'en');
});
