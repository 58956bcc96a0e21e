// @vitest-environment happy-dom
import { detailFields } from '@darkroom/contract/customer/customer';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { JOB, JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import { CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { Field, FormFields } from './field.tsx';
import { toFormValues } from './form-values.ts';

const OF_JOB = { fields: { ...JOB_DETAIL, ...JOB }, call: jobEndpoints.bulkAdd };
const OF_MEMBER = { fields: STAFF, call: staffEndpoints.update };

async function showFields(
  table: {
    fields: typeof OF_JOB.fields | typeof STAFF;
    call: typeof jobEndpoints.bulkAdd | typeof staffEndpoints.update;
  },
  children: ReactNode,
  permissions: string[] = [],
) {
  const sent: unknown[] = [];
  const part = (
    <Form layout="vertical" onFinish={(values) => sent.push(values)}>
      <FormFields {...table}>{children}</FormFields>
      <button type="submit">Send</button>
    </Form>
  );
  const { user } = await showPart(part, { permissions });
  await screen.findByRole('button', { name: 'Send' });
  const findInput = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    sent,
    findInput,
    write: async (label: string, text: string) => {
      await user.clear(findInput(label));
      await user.click(findInput(label));
      await user.paste(text);
    },
    send: () => user.click(screen.getByRole('button', { name: 'Send' })),
  };
}

describe('fields of a form', () => {
  it('a field has label and mark from the tables, and reports a missing value', async () => {
    const { findInput, send, sent } = await showFields(
      OF_JOB,
      <>
        <Field name="job_name" />
        <Field name="job_notes" />
        <Field name="job_date" />
      </>,
    );
    expect(findInput('Job Name').getAttribute('aria-required')).toBe('true');
    expect(findInput('Job Notes').getAttribute('aria-required')).not.toBe('true');
    await send();
    expect(await screen.findByText('Please enter Job Name')).toBeTruthy();
    expect(screen.getByText('Please select Date')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it.each([
    ['job_name', 'Job Name', 'x'.repeat(101), 'Max Length is 100!'],
    ['job_link', 'Job Link', 'ftp://photos', 'Links begin with http:// or https://.'],
    ['quantity', 'Quantity', '0', 'Enter a number of at least 1.'],
  ])("an invalid %s is rejected in the server's words", async (name, label, text, message) => {
    const { write, send, sent } = await showFields(OF_JOB, <Field name={name} required={false} />);
    await write(label, text);
    await send();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('a field sends the values that its endpoint accepts', async () => {
    const { write, send, sent } = await showFields(
      OF_JOB,
      <>
        <Field name="job_name" />
        <Field name="job_link" />
        <Field name={['job_details', 0, 'quantity']} />
      </>,
    );
    await write('Job Name', 'Villa 7');
    await write('Job Link', 'dropbox.com/villa');
    await write('Quantity', '1.200');
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ job_name: 'Villa 7', job_link: 'dropbox.com/villa', job_details: [{ quantity: 1200 }] });
  });

  it('a form hides a field from users who cannot see it', async () => {
    const pay = (
      <>
        <Field name="full_name" />
        <Field name="salary_1" />
      </>
    );
    const { findInput } = await showFields(OF_MEMBER, pay, ['npn_change_member']);
    expect(findInput('Full Name')).toBeTruthy();
    expect(screen.queryByLabelText('Salary 1')).toBeNull();
  });

  it('a form shows a field to users who can see it', async () => {
    const { findInput } = await showFields(OF_MEMBER, <Field name="salary_1" />, ['npn_view_staff_info']);
    expect(findInput('Salary 1')).toBeTruthy();
  });
});

describe("initial values of a record's form", () => {
  it('a new record has its defaults, otherwise empty values', () => {
    const formValues = toFormValues(JOB, jobEndpoints.update.input.shape);
    expect(formValues).toMatchObject({ job_name: '', job_link: '', job_notes: '', job_date: null, job_priority: null });
  });

  it('an existing record has the values of its row, without fields it lacks', () => {
    const formValues = toFormValues(CUSTOMER_DETAIL, detailFields, {
      company_name: null,
      tier: 'Gold',
      join_date: '2026-11-01',
    });
    expect(formValues).toEqual({ company_name: '', tier: 'Gold', join_date: '2026-11-01' });
  });
});
