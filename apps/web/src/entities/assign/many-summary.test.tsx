// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { taskRowOf } from '../../testing/rows.ts';
import ManySummary from './many-summary.tsx';

it('says of a task that a lock kept still why it is locked, as the banner behind it does', async () => {
  const current = taskRowOf({ status: TaskStatus.REWORK });
  const refused = [{ name: current.sub_prod_id, code: 'locked' as const, current }];
  const summary = (shown: boolean) =>
    shown && <ManySummary summary={{ action: 'assign', done: 1, refused }} onClose={() => undefined} />;
  const { network, update } = await showPart(summary(false), { permissions: ['npn_view_task'] });
  const redo = { screen_name: 'redo', month: null, locked: true, reason: 'Kiểm kê', changed_by: 1, version: 1 };
  network.answer('/api/settings/system-lock/list', () =>
    Response.json({ results: [{ ...redo, changed_at: '2026-11-20T02:00:00.000Z' }] }),
  );
  network.answer('/api/user/list', () => Response.json({ results: [] }));
  update(summary(true));
  expect(await screen.findByText(/are locked: Kiểm kê$/)).toBeTruthy();
});
