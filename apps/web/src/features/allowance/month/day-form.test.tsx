// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import DayForm from './day-form.tsx';

const ADD = '/api/allowance/daily/add';
const DAY = '2026-11-20';

it('the form of a new day requires a choice for each fee', async () => {
  const onClose = vi.fn<() => void>();
  const anchor = document.body.appendChild(document.createElement('div'));
  const { user, network } = await showPart(
    <DayForm anchor={anchor} staff_id={7} day={DAY} entry={undefined} onClose={onClose} />,
    { permissions: ['npn_admin_allowance'] },
  );
  const listSentBodies = () => network.calls.filter(({ path }) => path === ADD).map(({ body }) => body);
  network.respond(ADD, () => Response.json({ results: [] }));
  const save = await screen.findByRole('button', { name: 'Save' });
  const choose = async (group: string, choice: string) =>
    user.click(within(screen.getByRole('radiogroup', { name: group })).getByText(choice));
  await user.click(save);
  for (const label of ['Parking Fee', 'Meal Fee', 'Online Fee']) screen.getByText(`Please select ${label}`);
  await choose('Parking Fee', 'AB');
  await choose('Meal Fee', 'None');
  await user.click(save);
  screen.getByText('Please select Online Fee');
  expect(screen.queryByText('Please select Meal Fee')).toBeNull();
  expect(listSentBodies()).toEqual([]);
  await choose('Online Fee', 'None');
  await user.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const fees = { parking_fee: 'AB', meal_fee: null, online_fee: 0 };
  expect(listSentBodies()).toEqual([{ entries: [{ staff_id: 7, date: DAY, ...fees }] }]);
});
