export interface Target {
  /** Id of the figure in the results of a machine. */
  readonly id: string;
  readonly call: string;
  /** Unit after the figure. */
  readonly unit: '× bare' | 'ms' | '×' | 'responses' | 'lists' | '%';
  readonly least?: number;
  readonly most?: number;
}

const createRatioTarget = (id: string, call: string, least: number): Target => ({ id, call, unit: '× bare', least });

const STREAMS = '1,500 streams, 3 processes, 30 task steps a second';

/**
 * All targets of the bench. `× bare` is the ratio of requests a second with 16 connections, Darkroom to the bare server.
 */
export const TARGETS: readonly Target[] = [
  createRatioTarget('tasks-superuser', '50 tasks with total, superuser', 0.75),
  createRatioTarget('tasks-leader', '50 tasks with total, leader', 0.75),
  createRatioTarget('tasks-editor', '50 tasks with total, editor', 0.75),
  createRatioTarget('tasks-status', '50 tasks by status', 0.75),
  createRatioTarget('tasks-of-editor', '50 tasks of an editor', 0.75),
  createRatioTarget('tasks-customer', '50 tasks of a customer', 0.75),
  createRatioTarget('tasks-category', '50 tasks of a category', 0.75),
  createRatioTarget('tasks-urgent', '50 tasks, Urgent', 0.75),
  createRatioTarget('tasks-two', '50 tasks of an editor and a category', 0.75),
  createRatioTarget('text', '50 tasks by a frequent text', 0.5),
  createRatioTarget('jobs', '50 jobs nested', 0.75),
  createRatioTarget('step', 'a step, all its rows', 0.6),
  { id: 'counts-admin', call: 'open counts alone, p95, superuser', unit: 'ms', most: 3 },
  { id: 'counts-leader.ots', call: 'open counts alone, p95, leader', unit: 'ms', most: 3 },
  { id: 'counts-editor.pte', call: 'open counts alone, p95, editor', unit: 'ms', most: 3 },
  { id: 'growth', call: '1,000,000 to 10,000 tasks, the worst list of 50 ms or more', unit: '×', most: 2 },
  { id: 'replica', call: 'a list during 4 files and a report from a replica, p50', unit: '×', most: 1.3 },
  { id: 'load-age', call: '500 screens, 10 task steps a second: a list is new, p95', unit: 'ms', most: 1000 },
  { id: 'load-failed', call: '500 screens, 10 task steps a second: failed responses', unit: 'responses', most: 0 },
  { id: 'load-cancelled', call: '500 screens, 10 task steps a second: fetches cancelled', unit: '%', most: 5 },
  { id: 'streams-age', call: `${STREAMS}: a list is new, p95`, unit: 'ms', most: 1000 },
  { id: 'streams-repeated', call: `${STREAMS}: lists fetched twice for one change`, unit: 'lists', most: 0 },
  { id: 'streams-failed', call: `${STREAMS}: failed responses before the kill`, unit: 'responses', most: 0 },
  { id: 'streams-lost', call: `${STREAMS}: lists without the last state after the kill`, unit: 'lists', most: 0 },
  { id: 'streams-memory', call: `${STREAMS}: memory of a server process after a minute`, unit: '×', most: 1.2 },
];

/** True if the figure meets the target. */
export const isMet = ({ least, most }: Target, figure: number): boolean =>
  (least === undefined || figure >= least) && (most === undefined || figure <= most);
