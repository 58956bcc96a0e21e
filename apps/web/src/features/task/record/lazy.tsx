import { afterRows } from '../../../ui/after-rows.ts';
import { lateExtra } from '../../../ui/late/late.ts';
import { lateOverlay, latePart } from '../../../ui/late/late-part.tsx';

// These parts are not on the page when it opens: the list does not wait for them (quality 15).
export const Cockpit = latePart(() => import('../cockpit/cockpit.tsx').then((part) => ({ default: part.Cockpit })));
export const TaskDrawer = lateOverlay(() => import('./task-drawer.tsx').then((part) => ({ default: part.TaskDrawer })));
export const AssignPanel = lateOverlay(() =>
  import('../../../records/assign/assign-panel.tsx').then((part) => ({ default: part.AssignPanel })),
);
export const ManySummary = lateOverlay(() => import('../../../records/assign/many-summary.tsx'));
export const ConfirmDelete = lateOverlay(() =>
  import('./confirm-delete.tsx').then((part) => ({ default: part.ConfirmDelete })),
);
export const SupportersDialog = lateOverlay(() =>
  import('./supporters-dialog.tsx').then((part) => ({ default: part.SupportersDialog })),
);
export const ShownTimes = lateExtra(
  afterRows(() => import('./task-times.tsx').then((part) => ({ default: part.ShownTimes }))),
);

/** Fetches those parts once the list has had its turn, so that they open at once. */
export const prefetchParts = afterRows(() =>
  Promise.all([TaskDrawer, AssignPanel, Cockpit].map((part) => part.preload())),
);
