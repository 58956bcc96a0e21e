// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import MetadataPage from './metadata-page.tsx';

it('the page shows only the quantity settings when the user has no other permission', async () => {
  const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_change_x_toggle'] });
  shown.network.respond('/api/settings/x-toggle', () => Response.json({ x1: true, x2: false, x3: false }));
  shown.update(<MetadataPage />);
  await shown.user.click(await screen.findByRole('checkbox', { name: 'x2' }));
  await shown.user.click(screen.getByRole('button', { name: 'Save' }));
  const body = { x1: true, x2: true, x3: false };
  await waitFor(() => expect(shown.network.calls).toContainEqual({ path: '/api/settings/x-toggle', body }));
  expect(screen.queryByRole('tab')).toBeNull();
});
