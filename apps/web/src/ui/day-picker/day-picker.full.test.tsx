// @vitest-environment happy-dom
import { settingEndpoints } from '@darkroom/contract/setting';
import { screen, waitFor } from '@testing-library/react';
import { Button, Form } from 'antd';
import { describe, expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DayField, DayPicker } from './day-picker.tsx';
import { useDayRule } from './use-day-rule.ts';

const HOLIDAYS = [{ date: '2027-01-01', vi: 'Tết Dương lịch', en: 'New Year’s Day' }];

it('weeks begin on Monday, and days off are marked with their names', async () => {
  const { user, network, update } = await showPart(null);
  network.respond(settingEndpoints.metadata.path, () =>
    Response.json({ results: [{ key: 'holidays', version: 1, value: HOLIDAYS }] }),
  );
  update(<DayPicker aria-label="Date" value="2027-01-05" />);
  await user.click(await screen.findByRole('textbox', { name: 'Date' }));
  const dayOff = await screen.findByTitle('New Year’s Day');
  expect(dayOff.textContent).toBe('1');
  expect(document.querySelector('.ant-picker-content th')?.textContent).toBe('Mo');
});

it('Enter applies a typed day, and the next Enter submits the form', async () => {
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

describe('day fields in a form', () => {
  const sent = vi.fn();

  function Birthday({ initialDay }: { initialDay: string | null }) {
    const dayRule = useDayRule();
    return (
      <Form initialValues={{ birthday: initialDay }} onFinish={sent}>
        <Form.Item name="birthday" label="Birthday" rules={[dayRule('1900-01-01')]}>
          <DayField min="1900-01-01" />
        </Form.Item>
        <Button htmlType="submit">Save</Button>
      </Form>
    );
  }

  const show = async (initialDay: string | null = '2026-11-20') => {
    sent.mockReset();
    const part = await showPart(<Birthday initialDay={initialDay} />);
    const field = await screen.findByLabelText<HTMLInputElement>('Birthday');
    const type = async (text: string, then: string) => {
      await part.user.clear(field);
      await part.user.type(field, text);
      if (then) await part.user.keyboard(then);
    };
    const save = async () => {
      await part.user.click(screen.getByRole('button', { name: 'Save' }));
      // A form validates before it is sent.
      await new Promise((done) => setTimeout(done, 50));
      return sent.mock.calls.map(([values]) => values.birthday);
    };
    return { ...part, field, type, save };
  };

  for (const [text, errorText] of [
    ['tomorrow', '“tomorrow” is not a date. Use dd/mm/yyyy, such as 05/12/2026.'],
    ['29/02/2027', 'This date does not exist: 29/02/2027.'],
    ['2000-02-30', 'This date does not exist: 2000-02-30.'],
    ['05/12/20267', '“05/12/20267” is not a date. Use dd/mm/yyyy, such as 05/12/2026.'],
    ['1/1/0026', 'Enter a date from 01 Jan 1900 to 31 Dec 2100.'],
    ['28/11/2126', 'Enter a date from 01 Jan 1900 to 31 Dec 2100.'],
  ] as const) {
    it(`an invalid day stays as typed, shows its error and is not sent: ${text}`, async () => {
      const { field, type, save } = await show();
      await type(text, '{Tab}');
      await screen.findByText(errorText);
      expect(field.value).toBe(text);
      expect(await save()).toEqual([]);
      expect(field.value).toBe(text);
    });
  }

  it('an invalid day shows its error after Enter', async () => {
    const { field, type, save } = await show();
    await type('31/02/2026', '{Enter}');
    await screen.findByText('This date does not exist: 31/02/2026.');
    expect(field.value).toBe('31/02/2026');
    expect(await save()).toEqual([]);
  });

  it('Escape restores the previous day', async () => {
    const { field, type, save } = await show();
    await type('31/02/2026', '{Escape}');
    await waitFor(() => expect(field.value).toBe('20 Nov 2026'));
    expect(await save()).toEqual(['2026-11-20']);
  });

  it('an invalid day without a previous one shows its error, also after Escape', async () => {
    const { field, type, save } = await show(null);
    await type('31/02/2026', '{Escape}{Tab}');
    await screen.findByText('This date does not exist: 31/02/2026.');
    expect(field.value).toBe('31/02/2026');
    expect(await save()).toEqual([]);
  });

  it('a day is read with any separator or none, and shown in the day format', async () => {
    const { field, type, save } = await show();
    for (const text of ['5.12.2026', '5-12-2026', '5 12 2026', '05122026', '2026-12-05', '5/12/2026', '5 dec 2026']) {
      await type('20/11/2026', '{Tab}');
      await waitFor(() => expect(field.value).toBe('20 Nov 2026'));
      await type(text, '{Tab}');
      await waitFor(() => expect([text, field.value]).toEqual([text, '05 Dec 2026']));
    }
    expect(await save()).toEqual(['2026-12-05']);
  });

  it('an invalid day can be corrected and cleared', async () => {
    const { field, type, save, user } = await show();
    await type('31/02/2026', '{Tab}');
    await screen.findByText('This date does not exist: 31/02/2026.');
    await type('28/02/2026', '{Enter}');
    await waitFor(() => expect(screen.queryByText(/no such day/)).toBeNull());
    expect(await save()).toEqual(['2026-02-28']);
    await user.clear(field);
    await user.tab();
    await waitFor(() => expect(field.value).toBe(''));
    expect(await save()).toEqual(['2026-02-28', null]);
  });

  it('a day pressed in the calendar replaces the typed text', async () => {
    const { field, type, save, user } = await show();
    await type('31/02/2026', '{Tab}');
    await screen.findByText('This date does not exist: 31/02/2026.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.click(field);
    const findCell = () => document.querySelector<HTMLElement>('.ant-picker-cell-in-view[title]')!;
    const day = findCell().title;
    await user.click(findCell().firstElementChild!);
    await waitFor(() => expect(field.value).not.toBe('31/02/2026'));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('false'));
    expect(await save()).toHaveLength(1);
    expect(day).not.toBe('');
  });
});
