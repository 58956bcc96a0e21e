// @vitest-environment happy-dom
import { DEFAULT_HOURS, DEFAULT_TURNAROUNDS } from '@darkroom/domain/due-date/turnaround';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { createProblemResponse } from '../../testing/network.ts';
import { DueDateLabel } from './due-date-label.tsx';

const METADATA = '/api/metadata/list';
const createLookupRow = (key: string, value: unknown) => ({ id: key.length, key, value, version: 1 });

/** Returns a time of Wednesday 18 November 2026, in Bangkok time. */
const toInstant = (clock: string) => `2026-11-18T${clock}:00.000+07:00`;

async function showDue(now: string, of: { due_at: string | null; done?: boolean; done_at?: string | null }) {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date', 'setInterval', 'clearInterval'] });
  const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_view_job'] });
  const results = [
    createLookupRow('calendar', DEFAULT_HOURS),
    createLookupRow('turnarounds', DEFAULT_TURNAROUNDS),
    createLookupRow('holidays', []),
  ];
  shown.network.respond(METADATA, () => Response.json({ results }));
  shown.update(<DueDateLabel dueDate={{ done: false, done_at: null, ...of }} isFull />);
  return shown;
}

describe('the text of a due date', () => {
  afterEach(() => vi.useRealTimers());

  it('the text shows working time and updates each minute without a new request', async () => {
    const { network } = await showDue(toInstant('11:30'), { due_at: toInstant('16:20') });
    await screen.findByText(/^due in 3 h 20 min of work/);
    const callsBefore = network.calls.length;
    vi.setSystemTime(new Date(toInstant('11:31')));
    await act(() => vi.advanceTimersByTime(60_000));
    await screen.findByText(/^due in 3 h 1[89] min of work/);
    vi.setSystemTime(new Date(toInstant('16:20')).getTime() + 130 * 60_000);
    await act(() => vi.advanceTimersByTime(60_000));
    await screen.findByText(/^late by 1 h 10 min of work/);
    expect(network.calls).toHaveLength(callsBefore);
  });

  it('the text has one unit in a narrow column', async () => {
    const { update } = await showDue(toInstant('11:30'), { due_at: toInstant('16:20') });
    update(<DueDateLabel dueDate={{ due_at: toInstant('16:20'), done: false, done_at: null }} />);
    await screen.findByText('in 3.5 h');
    await screen.findByText(/^due in 3 h 20 min of working time\. due/);
  });

  it('a column and its tooltip show the same figure for weeks of work', async () => {
    const due_at = new Date('2026-10-26T09:10:00.000+07:00').toISOString();
    const { update } = await showDue(toInstant('11:30'), { due_at });
    update(<DueDateLabel dueDate={{ due_at, done: false, done_at: null }} />);
    const figure = (await screen.findByText(/^\d+(\.5)? h late$/)).textContent.slice(0, -' late'.length);
    expect(figure).toMatch(/\.5 h$/);
    await screen.findByText(new RegExp(`^late by ${figure} of work`));
  });

  it("a column waits for the bureau's hours and shows the due time without them", async () => {
    const { network, update } = await showPart(<p>nothing yet</p>, { permissions: ['npn_view_job'] });
    const answerHours = network.hold(METADATA);
    update(<DueDateLabel dueDate={{ due_at: toInstant('16:20'), done: false, done_at: null }} />);
    await waitFor(() => expect(network.calls.filter(({ path }) => path === METADATA)).toHaveLength(2));
    expect(screen.queryByText(/2026/)).toBeNull();
    const { length: requestCount } = network.calls;
    answerHours(createProblemResponse(503, 'unavailable'));
    await screen.findByText(/^18 Nov 2026/);
    // The text appears before both requests have been repeated three times.
    expect(network.calls.length).toBeLessThan(requestCount + 6);
  });

  it('completed work is shown as on time or late if it has a due date', async () => {
    const dueLabel = await showDue(toInstant('17:00'), {
      due_at: toInstant('16:00'),
      done: true,
      done_at: toInstant('15:00'),
    });
    await screen.findByText(/^on time/);
    dueLabel.update(
      <DueDateLabel dueDate={{ due_at: toInstant('10:00'), done: true, done_at: toInstant('14:30') }} isFull />,
    );
    await screen.findByText(/^was late by 3 h of work/);
    dueLabel.update(<DueDateLabel dueDate={{ due_at: null, done: false, done_at: null }} />);
    await screen.findByText('–');
  });
});
