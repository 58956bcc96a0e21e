// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { Select } from 'antd';
import i18next from 'i18next';
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DayPicker } from '../day-picker/day-picker.tsx';
import { LevelPicker } from '../filter-bar/level-picker.tsx';

const KINDS = [
  { value: 'a', label: 'Sky' },
  { value: 'b', label: 'Grass' },
  { value: 'c', label: 'Water' },
];

function Fields() {
  const [kind, setKind] = useState<string | undefined>('a');
  const [kinds, setKinds] = useState(['a', 'b']);
  const [day, setDay] = useState<string | null>('2026-11-24');
  return (
    <>
      <Select
        aria-label="Kind"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={KINDS}
        value={kind}
        onChange={setKind}
      />
      <Select aria-label="Kinds" mode="multiple" allowClear options={KINDS} value={kinds} onChange={setKinds} />
      <DayPicker aria-label="Day" value={day} onChange={setDay} />
      <input aria-label="Name" />
      <output data-testid="held">{JSON.stringify({ kind, kinds, day })}</output>
    </>
  );
}

const readValues = () => JSON.parse(screen.getByTestId('held').textContent) as object;

it('Tab goes from a choice to the next field, and typing clears nothing', async () => {
  const { user } = await showPart(<Fields />);
  const kind = await screen.findByRole('combobox', { name: 'Kind' });
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'close-circle' })).toHaveLength(3));
  await user.click(kind);
  await user.keyboard('wat');
  await user.click(await screen.findByTitle('Water'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Kinds' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Day' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('Harbour Homes');
  expect(screen.getByDisplayValue('Harbour Homes')).toBeTruthy();
  expect(readValues()).toEqual({ kind: 'c', kinds: ['a', 'b'], day: '2026-11-24' });
});

it('Delete and Backspace clear a field without text, and Backspace removes one choice', async () => {
  const { user } = await showPart(<Fields />);
  const kind = await screen.findByRole('combobox', { name: 'Kind' });
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'close-circle' })).toHaveLength(3));
  await user.click(kind);
  await user.keyboard('gr{Backspace}{Backspace}');
  expect(readValues()).toMatchObject({ kind: 'a' });
  await user.keyboard('{Backspace}');
  expect(readValues()).not.toHaveProperty('kind');
  await user.click(screen.getByRole('combobox', { name: 'Kinds' }));
  await user.keyboard('{Backspace}');
  expect(readValues()).toMatchObject({ kinds: ['a'] });
  await user.keyboard('{Delete}');
  expect(readValues()).toMatchObject({ kinds: [], day: '2026-11-24' });
});

it("the button that clears a field is named in the page's language", async () => {
  await showPart(<Fields />);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Clear', hidden: true })).toHaveLength(3));
  await act(() => i18next.changeLanguage('vi'));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Xóa lựa chọn', hidden: true })).toHaveLength(3));
  await act(() => i18next.changeLanguage('en'));
});

it('a required choice has no button that clears it', async () => {
  const levels = [1, 2, 3].map((id) => ({
    field: `level${id}`,
    items: [{ id, name: `N${id}`, parent: id - 1 || null }],
  }));
  await showPart(<LevelPicker levels={levels} value={3} placeholder="Customer" />);
  await screen.findByText('N2 › N3');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});
