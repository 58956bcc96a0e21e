// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { UndoImportButton } from './undo-import.tsx';
import { useImportUndo } from './use-import-undo.ts';

const CALL = '/api/job/import/undo';

function Import() {
  const [isUndone, setIsUndone] = useState(false);
  const undo = useImportUndo(() => setIsUndone(true));
  return isUndone ? <p>gone</p> : <UndoImportButton undo={undo} import_id="a-1" jobs={3} />;
}

it('an import is undone after a confirmation, reported, and not offered again', async () => {
  const { user, network } = await showPart(<Import />, { permissions: ['npn_add_job'] });
  network.respond(CALL, () => Response.json({ import_id: 'a-1', deleted_jobs: 3 }));
  const listUndoCalls = () => network.calls.filter(({ path }) => path === CALL);
  await user.click(await screen.findByRole('button', { name: 'Undo import' }));
  const confirmation = await screen.findByRole('tooltip');
  within(confirmation).getByText('Undo this import? 3 jobs will be deleted.');
  expect(listUndoCalls()).toEqual([]);
  await user.click(within(confirmation).getByRole('button', { name: 'Undo import' }));
  await screen.findByText('gone');
  await waitFor(() => expect(listUndoCalls()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
});
