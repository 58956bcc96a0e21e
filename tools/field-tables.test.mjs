import { describe, expect, it } from 'vitest';
import { member } from '@darkroom/contract/staff/staff';
import { CUSTOMER_COLUMNS, PRICE_FILE_COLUMNS } from '@darkroom/contract/field-tables/customer';
import { listSecretFields } from '@darkroom/contract/field-tables/field';
import { HISTORY_FIELDS } from '@darkroom/contract/field-tables/histories';
import { JOB_WIRE_FIELDS, TASK_WIRE_FIELDS } from '@darkroom/contract/field-tables/job';
import { RECORD_SHAPES } from '@darkroom/contract/field-tables/shapes';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import { readLanguage } from './locale-parity.mjs';
import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { pathInRoot } from './root.mjs';

const [wholeMember, openMember] = member.options;

describe('a record’s table', () => {
  it.each(RECORD_SHAPES)('the table of a %s has every field of the API, and no other', (_noun, schema, fields) => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it('fields of a member that require a permission are marked', () => {
    const protectedFields = Object.keys(wholeMember.shape).filter((field) => !(field in openMember.shape));
    expect(listSecretFields(STAFF).toSorted()).toEqual(protectedFields.toSorted());
  });
});

const TABLES = [
  ...RECORD_SHAPES.map(([, , fields]) => fields),
  ...Object.values(HISTORY_FIELDS),
  CUSTOMER_COLUMNS,
  PRICE_FILE_COLUMNS,
  JOB_WIRE_FIELDS,
  TASK_WIRE_FIELDS,
];
const rows = TABLES.flatMap((fields) => Object.entries(fields));
/** Keys of a record and nested records have no label. */
const named = rows.filter(([, { kind, word }]) => kind !== 'key' && (kind !== 'list' || word !== undefined));
const words = new Set(named.map(([name, { word = name }]) => word));

describe.each(['vi', 'en'])('in %s', (language) => {
  const dictionaries = readLanguage(pathInRoot(`apps/web/public/locales/${language}`));
  const has = (key) => {
    const [dictionary, ...path] = key.split(':');
    return path.join(':') in (dictionaries[dictionary] ?? {});
  };

  it('every field has a label', () => {
    expect([...words].filter((word) => !has(`field:${word}`))).toEqual([]);
  });

  it('the dictionary of fields has the labels of the tables, and no other', () => {
    expect(Object.keys(dictionaries.field).filter((word) => !words.has(word))).toEqual([]);
  });

  it('every value of a field of words has a label', () => {
    const values = RECORD_SHAPES.flatMap(([, { shape }, fields]) =>
      Object.entries(fields).flatMap(([name, field]) => {
        if (!('words' in field)) return [];
        const all = field.kind === 'flag' ? [true, false] : (listOptions(shape[name]) ?? []);
        return all.map((value) => `${field.words}.${value}`);
      }),
    );
    expect(values.length).toBeGreaterThan(40);
    expect(values.filter((key) => !has(key))).toEqual([]);
  });
});

/** Labels of the specification (its §3 and §4), by the dictionary that the screens read. */
const LABELS = {
  field: {
    supporters: 'Supporter',
    notes: 'Notes',
    created_at: 'Created At',
    created_by: 'Created By',
    cus_id0: 'Customer ID 0',
    cus_id1: 'Customer ID 1',
    customer2_id: 'Customer ID 2',
    level: 'Level',
    company_name: 'Company Name',
    street_name: 'Street Name',
    city: 'City',
    state: 'State',
    post_code: 'Post Code',
    country: 'Country',
    payment_plan: 'Payment Plan',
    join_date: 'Join Date',
    contract_status: 'Contract Status',
    tier: 'Tier',
    billing_email: 'Billing Email',
    pay_to: 'Pay To',
    wholesale_price: 'Wholesale Price',
    estimate_minutes: 'Estimate Time (minutes)',
    visible: 'Visible',
    'price.enabled': 'Enabled',
    staff_id: 'Staff ID',
    full_name: 'Full Name',
    first_name: 'First Name',
    last_name: 'Last Name',
    username: 'Username',
    email: 'Email',
    phone_number: 'Phone Number',
    gender: 'Gender',
    birthday: 'Birthday',
    avatar: 'Avatar',
    teams: 'Teams',
    position: 'Position',
    department: 'Department',
    workplace: 'Workplace',
    working_status: 'Working Status',
    salary_1: 'Salary 1',
    salary_2: 'Salary 2',
    'staff.start_time': 'Start Time',
    'staff.end_time': 'End Time',
    residence_id: 'Residence ID',
    residence_address: 'Residence Address',
    residence_created_at: 'Residence Created At',
    residence_created_by: 'Residence Created By',
    team_name: 'Team Name',
    leader_id: 'Leader Name',
    member_count: 'Member Count',
    description: 'Description',
    members: 'Members',
    permissions: 'Permissions',
    month: 'Month',
    parking: 'Monthly Package',
    subject: 'Subject',
    'request.full_name': 'Full Name',
    'request.job_name': 'Job Name',
    'request.service_type_id': 'Service Type',
    shared_link: 'Shared Link',
    image_link: 'Image Link',
  },
  task: {
    'field.has_support': 'Have Support',
    'field.product_type_1': 'Product Type 1',
    'field.product_type_2': 'Product Type 2',
    'field.estimate': 'Estimate Time',
  },
  customer: { 'field.customer': 'Customer ID', 'contract.Signed': 'Signed', 'contract.Unsigned': 'Unsigned' },
  price: { 'column.wholesale_price': 'Wholesale Price', 'column.estimate_minutes': 'Estimate Time (minutes)' },
  staff: { 'gender.Male': 'Male', 'gender.Female': 'Female', 'account.true': 'Active' },
  allowance: {
    'figure.total_electricity': 'Electricity',
    'figure.total_internet': 'Internet',
    'figure.total_transport': 'Transport',
    'figure.parking': 'Monthly Package',
    'figure.daily_transport': 'Daily Tickets',
    'figure.working_days': 'Working Days',
  },
  category: { 'enabled.true': 'Enabled', 'enabled.false': 'Disabled' },
  setting: { 'metadata.tab.ALLOWANCE': 'Allowance', 'metadata.tab.JOB_TASK': 'Job Task' },
  status: {
    'task.TO_DO': 'To Do',
    'task.EDITOR_ASSIGNED': 'Editor Assigned',
    'task.PROCESSING': 'Processing',
    'task.WAITING_TO_QC': 'Waiting for QC',
    'task.QC1_START': 'QC1 Started',
    'task.QC1_DONE': 'QC1 Done',
    'task.QC1_FAULTS_FOUND': 'QC1 Faults Found',
    'task.QC2_START': 'QC2 Started',
    'task.QC2_DONE': 'QC2 Done',
    'task.QC2_FAULTS_FOUND': 'QC2 Faults Found',
    'task.RESOLVED': 'Resolved',
    'task.REWORK': 'Rework',
    'task.COMPLETED': 'Completed',
    'job.TO_DO': 'To Do',
    'job.PENDING': 'Pending',
    'job.COMPLETED': 'Completed',
    'priority.Urgent': 'Urgent',
    'priority.Carefully': 'Carefully',
    'action.start': 'Start',
    'action.done': 'Done',
    'action.complete': 'Complete',
    'action.reject': 'Reject',
    'action.assignToMe': 'Assign to me',
    'action.set_quantity': 'Set Quantity',
    'action.review': 'Review',
  },
  request: { 'review.accept': 'Approve' },
  common: { unknown: 'Unknown' },
};

it.each(Object.entries(LABELS))('the labels of %s are those of the specification', (dictionary, labels) => {
  const words = readLanguage(pathInRoot('apps/web/public/locales/en'))[dictionary];
  const translated = Object.fromEntries(Object.keys(labels).map((key) => [key, words[key]]));
  expect(translated).toEqual(labels);
});

/** Values that are shown without a translation. */
const VALUES = [
  ['tiers', CUSTOMER_TIERS, ['Bronze', 'Silver', 'Gold', 'Platinum']],
  ['contract statuses', CONTRACT_STATUSES, ['Signed', 'Unsigned']],
];

it.each(VALUES)('the %s are those of the specification', (_what, values, written) => {
  expect(values).toEqual(written);
});

/** Returns the options of an enum schema, also inside wrappers such as optional or array. */
function listOptions(schema) {
  if (schema.options) return schema.options;
  const inner = schema.element ?? schema.unwrap?.();
  return inner ? listOptions(inner) : undefined;
}
