// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { NotLoadedPage } from '../../ui/feedback/error-page.tsx';
import { late } from './late.ts';

it('a screen whose code could not be fetched says so, and is there once it is tried again with the network back', async () => {
  let network = false;
  const asked: boolean[] = [];
  const Page = late(() => {
    asked.push(network);
    return network ? Promise.resolve({ default: () => <h1>The screen</h1> }) : Promise.reject(new TypeError('offline'));
  }, NotLoadedPage);
  // The pointer goes over its link before it is opened.
  await Page.preload();
  const { user } = await showPart(<Page />);
  const again = () => screen.findByRole('button', { name: 'Try again' });
  await user.click(await again());
  await waitFor(() => expect(asked).toHaveLength(3));
  const retry = await again();
  network = true;
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeTruthy();
  expect(asked).toEqual([false, false, false, true]);
});

it('what failed while nobody saw it is fetched when it is opened', async () => {
  let network = false;
  const Page = late(
    () =>
      network ? Promise.resolve({ default: () => <h1>The screen</h1> }) : Promise.reject(new TypeError('offline')),
    NotLoadedPage,
  );
  await Page.preload();
  network = true;
  await showPart(<Page />);
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeTruthy();
});
