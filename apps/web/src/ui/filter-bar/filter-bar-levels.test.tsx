// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { LevelTree } from './filter-bar-levels.tsx';
import type { LevelValue } from './filter-bar-level-tree.ts';

type Field = 'customer0_id' | 'customer1_id';

// The tree reads key codes, which typing does not send here.
const CODES = { Enter: 13, ArrowDown: 40 };

async function showPicker() {
  const onChange = vi.fn<(value: LevelValue<Field>) => void>();
  const { user } = await showPart(
    <LevelTree<Field>
      levels={[
        { field: 'customer0_id', items: [{ id: 1, name: 'Lumen', parent: null }] },
        {
          field: 'customer1_id',
          items: [
            { id: 4, name: 'Hải Phòng', parent: 1 },
            { id: 5, name: 'Hải Dương', parent: 1 },
          ],
        },
      ]}
      value={{}}
      onChange={onChange}
      placeholder="Customer"
    />,
  );
  const field = screen.getByRole('combobox', { name: 'Customer' });
  await user.click(field);
  const press = (key: keyof typeof CODES) => {
    fireEvent.keyDown(field, { key, keyCode: CODES[key] });
    fireEvent.keyUp(field, { key, keyCode: CODES[key] });
  };
  return { user, press, onSelect: () => onChange.mock.lastCall?.[0] };
}

it('Enter selects the first match, not its parent', async () => {
  const { user, press, onSelect } = await showPicker();
  await user.keyboard('HAI');
  press('Enter');
  expect(onSelect()).toEqual({ customer0_id: undefined, customer1_id: [4] });
});

it('the first arrow down after typing stays on the first match', async () => {
  const { user, press, onSelect } = await showPicker();
  await user.keyboard('phòng');
  press('ArrowDown');
  press('Enter');
  expect(onSelect()).toEqual({ customer0_id: undefined, customer1_id: [4] });
});

it('further arrows continue from the first match', async () => {
  const { user, press, onSelect } = await showPicker();
  await user.keyboard('lumen hai');
  press('ArrowDown');
  press('ArrowDown');
  press('Enter');
  expect(onSelect()).toEqual({ customer0_id: undefined, customer1_id: [5] });
});
