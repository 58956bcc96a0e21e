// @vitest-environment happy-dom
import { redoEndpoints } from '@darkroom/contract/request/redo';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import RedoPage from './redo-page.tsx';

const NONE = { results: [], total_pages: 0, total_items: 0 };

it.each([
  [['npn_view_redo', 'npn_change_redo_task'], 'You cannot view tasks'],
  [['npn_view_redo', 'npn_view_all_tasks'], 'No rework in progress'],
])('an empty list shows, with the permissions %j, the title %s', async (permissions, title) => {
  const { network, update } = await showPart(null, { permissions });
  network.respond(redoEndpoints.list.path, () => Response.json(NONE));
  update(<RedoPage />);
  expect(await screen.findByText(title)).toBeTruthy();
});
