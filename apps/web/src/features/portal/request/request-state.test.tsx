// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { FourSteps, RequestState } from './request-state.tsx';

type Standing = Parameters<typeof RequestState>[0]['of'];

/** What the list says of a request, and the step its conversation marks. */
async function wordsOf(of: Standing) {
  await showPart(
    <>
      <p role="note">
        <RequestState of={of} />
      </p>
      <FourSteps of={of} />
    </>,
    { account: 'customer', permissions: ['npn_customer'] },
  );
  const state = (await screen.findByRole('note')).textContent;
  const step = within(screen.getByRole('list')).getByRole('listitem', { current: 'step' }).textContent;
  return [state, step];
}

describe('where a request is, for its customer', () => {
  it.each([
    ['DECLINED', 'Quote declined'],
    ['WITHDRAWN', 'Quote withdrawn'],
    ['EXPIRED', 'Quote expired'],
  ] as const)('is not in progress once its quote is %s', async (quote, words) => {
    expect(await wordsOf({ status: 'PROCESSING', quote })).toEqual([words, words]);
  });

  it.each([
    ['PROCESSING', null, 'In progress'],
    ['PROCESSING', 'SENT', 'In progress'],
    ['DONE', 'DECLINED', 'Done'],
    ['DONE', 'ACCEPTED', 'Done'],
  ] as const)('is its step otherwise: %s with a quote %s', async (status, quote, words) => {
    expect(await wordsOf({ status, quote })).toEqual([words, words]);
  });
});
