// @vitest-environment happy-dom
import { settingEndpoints } from '@darkroom/contract/setting';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DayPicker } from './day-picker.tsx';

const HOLIDAYS = [{ date: '2027-01-01', vi: 'Tết Dương lịch', en: 'New Year’s Day' }];

it('begins its weeks on Monday, and marks the bureau’s days off by their names', async () => {
  const { user, network, update } = await showPart(null);
  network.answer(settingEndpoints.metadata.path, () =>
    Response.json({ results: [{ key: 'holidays', version: 1, value: HOLIDAYS }] }),
  );
  update(<DayPicker aria-label="Date" value="2027-01-05" />);
  await user.click(await screen.findByRole('textbox', { name: 'Date' }));
  const marked = await screen.findByTitle('New Year’s Day');
  expect(marked.textContent).toBe('1');
  expect(document.querySelector('.ant-picker-content th')?.textContent).toBe('Mo');
});

it('takes a typed day with Enter, and sends its form only with the next one', async () => {
  const [onChange, onSubmit] = [vi.fn(), vi.fn()];
  const { user } = await showPart(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <DayPicker aria-label="Date" value={null} onChange={onChange} />
      <button type="submit">Save</button>
    </form>,
  );
  const field = await screen.findByRole('textbox', { name: 'Date' });
  await user.click(field);
  await user.type(field, '05/12/2026');
  await user.keyboard('{Enter}');
  expect(onChange.mock.calls).toEqual([['2026-12-05']]);
  expect(onSubmit).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
