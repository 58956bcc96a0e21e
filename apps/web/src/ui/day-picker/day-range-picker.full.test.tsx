// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DayRange } from '../filter-bar/filter-bar-days.tsx';

type Days = [from: string | undefined, to: string | undefined];

/** Renders a range as in a list's URL. */
async function show(initialRange: Days, width?: number, whole = false) {
  const onChange = vi.fn<(...days: Days) => void>();
  function Held() {
    const [[from, to], setDays] = useState(initialRange);
    return (
      <>
        <DayRange
          from={from}
          to={to}
          isRequired={whole}
          onChange={(...days) => {
            onChange(...days);
            setDays(days);
          }}
        />
        <button type="button">Elsewhere</button>
      </>
    );
  }
  const { user } = await showPart(<Held />, width ? { width } : {});
  const findField = (name: 'From' | 'To') => screen.getByPlaceholderText<HTMLInputElement>(name);
  await waitFor(() => findField('From'));
  const type = async (name: 'From' | 'To', text: string) => {
    await user.click(findField(name));
    await user.clear(findField(name));
    if (text) await user.type(findField(name), text);
  };
  const leaveField = () => user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  return { user, onChange, findField, type, leaveField };
}

const NOVEMBER: Days = ['2026-11-01', '2026-11-30'];

for (const [where, width] of [
  ['at a desk', undefined],
  ['on a phone', 360],
] as const) {
  it(`an invalid day stays with its error and the former range applies, ${where}`, async () => {
    const { onChange, findField, type, leaveField } = await show(NOVEMBER, width);
    await type('From', '31/02/2026');
    await leaveField();
    await screen.findByText('This date does not exist: 31/02/2026.');
    expect([findField('From').value, findField('To').value]).toEqual(['31/02/2026', '30 Nov 2026']);
    expect(findField('From').getAttribute('aria-invalid')).toBe('true');
    expect(onChange).not.toHaveBeenCalled();
  });

  it(`Escape restores the former day, ${where}`, async () => {
    const { user, onChange, findField, type, leaveField } = await show(NOVEMBER, width);
    await type('To', '31/11/2026');
    await user.keyboard('{Escape}');
    await leaveField();
    await waitFor(() => expect(findField('To').value).toBe('30 Nov 2026'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onChange).not.toHaveBeenCalled();
  });

  it(`a cleared end is open, ${where}`, async () => {
    const { onChange, findField, type, leaveField } = await show(NOVEMBER, width);
    await type('To', '');
    await leaveField();
    await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-11-01', undefined]]));
    expect(findField('To').value).toBe('');
  });
}

it('two typed ends are applied together, the earlier first', async () => {
  const { user, onChange, type, leaveField } = await show(NOVEMBER);
  await type('From', '5/12/2026');
  await user.keyboard('{Enter}');
  await type('To', '1/12/2026');
  await leaveField();
  await waitFor(() => expect(onChange.mock.lastCall).toEqual(['2026-12-01', '2026-12-05']));
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('a range pressed in the calendar replaces invalid text', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') });
  try {
    const { user, onChange, findField, type } = await show(NOVEMBER);
    await type('From', 'tomorrow');
    await user.click(await screen.findByText('Last month'));
    await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-10-01', '2026-10-31']]));
    expect(findField('From').value).toBe('01 Oct 2026');
    expect(screen.queryByRole('alert')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('a range with an invalid end is not applied until the user corrects it', async () => {
  const { onChange, findField, type, leaveField } = await show(NOVEMBER);
  await type('From', '31/02/2026');
  // Before the previous first day, so that these two are not a range.
  await type('To', '05/03/2026');
  await leaveField();
  await screen.findByText('This date does not exist: 31/02/2026.');
  expect([findField('From').value, findField('To').value]).toEqual(['31/02/2026', '05 Mar 2026']);
  expect(onChange).not.toHaveBeenCalled();
  await type('From', '28.2.2026');
  await leaveField();
  await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-02-28', '2026-03-05']]));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(findField('From').getAttribute('aria-invalid')).toBe('false');
});

it('a phone applies the valid end, because it has a field for each end', async () => {
  const { onChange, findField, type, leaveField } = await show(NOVEMBER, 360);
  await type('From', '1/11/20265');
  await leaveField();
  await screen.findByText(/is not a date/);
  await type('To', '25/11/2026');
  await leaveField();
  await waitFor(() => expect(onChange.mock.calls).toEqual([['2026-11-01', '2026-11-25']]));
  expect(findField('From').value).toBe('1/11/20265');
  await type('From', '5.11.2026');
  await leaveField();
  await waitFor(() => expect(onChange.mock.lastCall).toEqual(['2026-11-05', '2026-11-25']));
  expect(screen.queryByRole('alert')).toBeNull();
});

for (const [initialRange, then] of [
  [NOVEMBER, '{Tab}'],
  [NOVEMBER, '{Enter}'],
  [[undefined, undefined], '{Enter}'],
] as const)
  it(`both ends that Enter completes are taken as typed, from ${initialRange[0] ?? 'none'}, ${then}`, async () => {
    const { user, onChange, findField, type } = await show([...initialRange]);
    await type('From', '10/11/2026');
    await user.keyboard(then);
    await type('To', '12/11/2026');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onChange.mock.lastCall).toEqual(['2026-11-10', '2026-11-12']));
    await waitFor(() =>
      expect([findField('From').value, findField('To').value]).toEqual(['10 Nov 2026', '12 Nov 2026']),
    );
    expect(onChange).toHaveBeenCalledTimes(1);
  });

it.each([['at a desk', undefined] as const, ['on a phone', 360] as const])(
  'a cleared end is restored when both are required, %s',
  async (_where, width) => {
    const { onChange, findField, type, leaveField } = await show(NOVEMBER, width, true);
    await type('From', '');
    await leaveField();
    await waitFor(() => expect(findField('From').value).toBe('01 Nov 2026'));
    expect(onChange).not.toHaveBeenCalled();
  },
);
