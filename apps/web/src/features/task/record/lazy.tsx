import { lazy } from 'react';

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
export const ShownTimes = lazy(() => times().then((part) => ({ default: part.ShownTimes })));
export const AssignPanel = lazy(() => panel().then((part) => ({ default: part.AssignPanel })));
export const ManyActions = lazy(() => actions().then((part) => ({ default: part.ManyActions })));

// What only some cards hold weighs more than the card; it is on its way as soon as this page's code is here.
const fields = import('../../../records/task/steps/quantity-fields.tsx');
export const QuantityFields = lazy(() => fields.then((part) => ({ default: part.QuantityFields })));

const faults = import('../../../records/task/story/earlier-faults.tsx');
export const EarlierFaults = lazy(() => faults.then((part) => ({ default: part.EarlierFaults })));

const AFTER_LIST_MS = 1500;

/** Fetches those parts once the list has had its turn, so that they open at once. */
export function prefetchParts(): () => void {
  const timer = setTimeout(() => void Promise.allSettled([drawer(), actions(), panel(), cockpit()]), AFTER_LIST_MS);
  return () => clearTimeout(timer);
}
