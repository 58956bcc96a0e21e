// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { RequestSteps, RequestState } from './request-state.tsx';

type RequestProgress = Parameters<typeof RequestState>[0]['request'];

/** Returns the texts of the request in the list and at the current step of its conversation. */
async function readTexts(request: RequestProgress) {
  await showPart(
    <>
      <p role="note">
        <RequestState request={request} />
      </p>
      <RequestSteps request={request} />
    </>,
    { account: 'customer', permissions: ['npn_customer'] },
  );
  const state = (await screen.findByRole('note')).textContent;
  const step = within(screen.getByRole('list')).getByRole('listitem', { current: 'step' }).textContent;
  return [state, step];
}

describe('state of a request in the portal', () => {
  it.each([
    ['DECLINED', 'Quote declined'],
    ['WITHDRAWN', 'Quote withdrawn'],
    ['EXPIRED', 'Quote expired'],
  ] as const)('a request is not in progress when its quote is %s', async (quote, text) => {
    expect(await readTexts({ status: 'PROCESSING', quote })).toEqual([text, text]);
  });

  it.each([
    ['PROCESSING', null, 'In progress'],
    ['PROCESSING', 'SENT', 'In progress'],
    ['DONE', 'DECLINED', 'Done'],
    ['DONE', 'ACCEPTED', 'Done'],
  ] as const)('a request shows the step of its status (%s with a quote %s)', async (status, quote, text) => {
    expect(await readTexts({ status, quote })).toEqual([text, text]);
  });
});
