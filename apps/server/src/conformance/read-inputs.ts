import type { CreatedRecords } from '../testing/filled-bureau.ts';

export type Input = Record<string, unknown>;

/** Inputs of each read. An endpoint without required fields needs no line, unless some inputs run other statements. */
export const READ_INPUTS: Readonly<Record<string, (created: CreatedRecords) => Record<string, Input>>> = {
  'job.list': () => ({ whole: {}, narrowed: { customer0_id: [1], service_type_id: [1] } }),
  'job.details': () => ({ whole: {}, narrowed: { customer0_id: [1], service_type_id: [1] } }),
  'job.quote': ({ prices }) => ({ whole: { lines: prices } }),
  'job.findImportDuplicates': ({ prices }) => ({
    whole: { jobs: [{ job_date: '2026-11-16', customer2_id: prices[0]?.customer2_id, job_name: 'Spring' }] },
  }),
  'job.previewMovePrices': ({ jobs, prices }) => ({
    whole: { job_id: jobs[0], customer2_id: prices[1]?.customer2_id },
  }),
  'task.list': () => ({
    whole: {},
    narrowed: { customer0_id: [1], service_type_id: [1] },
    mine: { scope: 'mine' },
    waiting: { scope: 'waiting' },
    pool: { scope: 'pool' },
    'pool, newest first': { scope: 'pool', sort: '-job_date' },
    'what blocks first': { sort: 'blocking' },
  }),
  'task.history': ({ tasks }) => ({ whole: { task_id: tasks[0] } }),
  'task.spread': ({ tasks }) => ({ whole: { tasks: tasks.slice(0, 500) } }),
  'task.editorFaults': ({ tasks }) => ({ whole: { task_id: tasks[0] } }),
  'task.advice': ({ tasks }) => ({ whole: { tasks: tasks.slice(0, 500) } }),
  'task.times': ({ tasks }) => ({ whole: { task_ids: tasks } }),
  'task.shares': ({ tasks }) => ({ whole: { task_ids: tasks } }),
  'redo.list': () => ({ whole: {}, past: { state: 'past' } }),
  'staff.info': () => ({ whole: { id: 1 } }),
  'staff.list': () => ({ whole: {}, narrowed: { text: 'n', active: true } }),
  'staff.suggest': () => ({ whole: { full_name: 'Nguyễn Thị Minh Khai' } }),
  'staff.tasksInProgress': ({ self }) => ({ whole: { staff_id: self } }),
  'leave.list': () => ({ whole: { date_from: '2026-11-01', date_to: '2026-11-30' } }),
  'group.impact': () => ({ whole: { group_id: 1, codes: ['npn_editor_ots'] } }),
  'view.list': () => ({ whole: { screen: 'task' } }),
  'setting.metadata': () => ({ whole: { data_type: 'JOB_TASK' } }),
  'price.detail': ({ customers }) => ({ whole: { id: customers[0] } }),
  'price.previewFillIn': ({ customers }) => ({ whole: { cus_id1: customers[0] } }),
  'price.report': () => ({ whole: { date_from: '2026-01-01', date_to: '2026-12-31' } }),
  'request.jobs': () => ({ whole: { id: 1 } }),
  'request.complaint': () => ({ whole: { id: 1 } }),
  'request.complaints': () => {
    const period = { date_from: '2026-01-01', date_to: '2027-12-31' };
    return { whole: period, 'by category': { ...period, by: 'category' }, 'by kind': { ...period, by: 'fault_kind' } };
  },
  'dueDate.forecastsOf': ({ jobs }) => ({ whole: { job_ids: jobs } }),
  'dueDate.report': () => {
    const period = { month_from: '2026-01', month_to: '2026-12' };
    return {
      whole: period,
      'by customer': { ...period, by: 'customer' },
      'by category': { ...period, by: 'category' },
    };
  },
  'dueDate.forecasts': () => ({ whole: { month_from: '2026-01', month_to: '2026-12' } }),
  'month.summary': () => ({ whole: { month: '2026-11' } }),
  'quality.report': () => {
    const period = { date_from: '2026-01-01', date_to: '2026-12-31' };
    return {
      whole: period,
      mine: { ...period, mine: true },
      'by customer, narrowed': { ...period, by: 'customer', editor: 1, service_cat2_id: 1 },
    };
  },
  'quality.tasks': () => {
    const period = { date_from: '2026-01-01', date_to: '2026-12-31' };
    return {
      whole: { ...period, figure: 'qc1_yield', part: 'denominator' },
      checking: { ...period, figure: 'checking', part: 'denominator' },
    };
  },
  'quote.list': () => ({ whole: { request_id: 1 } }),
  'quote.choices': () => ({ whole: { request_id: 1 } }),
  'work.list': ({ self }) => ({ whole: {}, 'by month': { by: 'month' }, 'somebody else’s': { staff_id: self } }),
  'allowance.list': () => ({ whole: { year: 2026, month: 11 }, closed: { year: 2026, month: 8 } }),
  'allowance.year': () => ({ whole: { year: 2026, month: 11 } }),
  'allowance.closings': () => ({ whole: { year: 2026, month: 8 } }),
  'request.list': () => ({ whole: {}, narrowed: { unread: true }, 'unread first': { sort: '-unread' } }),
  'request.messages': () => ({ whole: { id: 1 } }),
  'portal.report': () => ({ whole: { date_from: '2026-01-01', date_to: '2026-12-31' } }),
  'portal.reportChart': () => ({ whole: { date_from: '2026-01-01', date_to: '2026-12-31' } }),
  'portal.job': () => ({ whole: {}, narrowed: { job_status: ['PENDING'], cus_id1: 1, customer2_id: 1, text: 'n' } }),
  'portal.messages': () => ({ whole: { id: 1 } }),
  'portal.article': () => ({ whole: { key: 'article-0' } }),
  'floor.board': () => ({ whole: {}, narrowed: { workstream: 'PTE' } }),
  'floor.handover': () => ({ whole: { date_from: '2026-11-20', date_to: '2026-11-20' } }),
  'mail.preview': () => ({ whole: { kind: 'reply', language: 'vi' } }),
  'webhook.deliveries': () => ({ whole: { id: 1 }, narrowed: { id: 1, state: 'waiting' } }),
  'recordImport.columns': () => ({ whole: { kind: 'member', language: 'vi' } }),
  'recordImport.list': () => ({ whole: { kind: 'member' } }),
  'history.list': ({ tasks }) => ({ whole: { entity: 'task', entity_id: String(tasks[0]) } }),
};
