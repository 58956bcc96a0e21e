import { lazy } from 'react';
import { afterRows } from '../../../ui/after-rows.ts';

const floor = () => import('../list/all-tasks.tsx');
const now = () => import('../now/now.tsx');
const cockpit = () => import('../cockpit/cockpit.tsx');
const supporters = () => import('./supporters-dialog.tsx');
const times = () => import('./task-times.tsx');
const panel = () => import('../../../records/assign/assign-panel.tsx');
const actions = () => import('../list/many-actions.tsx');
const summary = () => import('../../../records/assign/many-summary.tsx');
const deleting = () => import('./confirm-delete.tsx');
const drawer = () => import('./task-drawer.tsx');

// Nobody has both on the page when it opens: whoever leads begins with the whole floor, whoever works with their own.
export const AllTasks = lazy(() => floor().then((part) => ({ default: part.AllTasks })));
export const Now = lazy(() => now().then((part) => ({ default: part.Now })));

// These parts are not on the page when it opens: the list does not wait for them (quality 15).
export const TaskDrawer = lazy(() => drawer().then((part) => ({ default: part.TaskDrawer })));
export const Cockpit = lazy(() => cockpit().then((part) => ({ default: part.Cockpit })));
export const ManySummary = lazy(summary);
export const ConfirmDelete = lazy(() => deleting().then((part) => ({ default: part.ConfirmDelete })));
export const SupportersDialog = lazy(() => supporters().then((part) => ({ default: part.SupportersDialog })));
export const ShownTimes = lazy(() => afterRows(times)().then((part) => ({ default: part.ShownTimes })));
export const AssignPanel = lazy(() => panel().then((part) => ({ default: part.AssignPanel })));
export const ManyActions = lazy(() => actions().then((part) => ({ default: part.ManyActions })));

/** Fetches those parts once the list has had its turn, so that they open at once. */
export const prefetchParts = afterRows(() => Promise.allSettled([drawer(), actions(), panel(), cockpit()]));
