// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import AppealDialog from './appeal-dialog.tsx';

const dialog = <AppealDialog task_id={1} fault_id={2} until="2026-11-29T03:00:00.000Z" onClose={() => undefined} />;
const GONE = /^Cannot appeal: the fault was undone or has already been appealed/;

it('a message reports the lost draft of an appeal when its fault is undone', async () => {
  const { user, update } = await showPart(dialog);
  await user.type(await screen.findByRole('textbox'), 'The edge was like that');
  update(<p>No fault any more</p>);
  expect(await screen.findByText(GONE)).toBeTruthy();
});

it('an undone fault shows no message when the appeal is empty', async () => {
  const { update } = await showPart(dialog);
  await screen.findByRole('textbox');
  update(<p>No fault any more</p>);
  await screen.findByText('No fault any more');
  expect(screen.queryByText(GONE)).toBeNull();
});
