// @vitest-environment happy-dom
import { categoryEndpoints } from '@darkroom/contract/category';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import DeleteDialog from './category-delete.tsx';

const CAT2 = { id: 5, name: 'Dusk', level: 3, estimate_minutes: 20, enabled: true, version: 1 };
const ROW = { type: 'cat2', cat1: { id: 2, name: 'Exterior' }, cat2: CAT2 } as unknown as CategoryRow;
const USES = { cat1: 0, cat2: 0, job_details: 1, customer_prices: 0, customer_requests: 0, quotes: 0 };

it('the delete dialog of a used category lists its uses and offers to disable it', async () => {
  const onClose = vi.fn();
  const { user, network, update } = await showPart(null, { is_superuser: true });
  network.respond(categoryEndpoints.delete.path, () => createProblemResponse(409, 'in_use', { current: USES }));
  network.respond(categoryEndpoints.update.path, () =>
    Response.json({ ...CAT2, cat1_id: 2, version: 2, enabled: false }),
  );
  update(<DeleteDialog row={ROW} onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('1 job detail');
  await user.click(screen.getByRole('button', { name: 'Disable category' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(network.calls.find(({ path }) => path === categoryEndpoints.update.path)?.body).toEqual({
    type: 'cat2',
    id: 5,
    version: 1,
    enabled: false,
  });
});
