// @vitest-environment happy-dom
import type { Problem } from '@darkroom/contract/errors';
import { groupEndpoints } from '@darkroom/contract/user/group';
import { screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { describe, expect, it } from 'vitest';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import { useApiMutation } from '../api/query.ts';

const CREATE = '/api/group/create';

/** A form of three fields, one of them in a list, sent as by any screen. */
function GroupForm() {
  const [form] = Form.useForm<{ group_name: string; note: string }>();
  const create = useApiMutation(groupEndpoints.create, { form });
  return (
    <Form
      name="group"
      form={form}
      initialValues={{ group_name: '', note: '', details: [{ count: '' }, { count: '' }] }}
      onFinish={({ group_name }) => create.mutate({ group_name, permissions: ['npn_view_job'] })}
    >
      <Form.Item name="note" label="Note">
        <Input />
      </Form.Item>
      <Form.Item name="group_name" label="Group Name">
        <Input />
      </Form.Item>
      {[0, 1].map((at) => (
        <Form.Item key={at} name={['details', at, 'count']} label={`Count ${at + 1}`}>
          <Input />
        </Form.Item>
      ))}
      <button type="submit" disabled={create.isPending}>
        Save
      </button>
    </Form>
  );
}

const findField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const listReasons = (label: string) => {
  const reasons = findField(label).closest('.ant-form-item')?.querySelectorAll('.ant-form-item-explain-error') ?? [];
  return [...reasons].map((reason) => reason.textContent);
};
const listToasts = () =>
  screen.getAllByRole('status').flatMap((position) => [...position.children].map((toast) => toast.textContent));

/** Fills the form, saves it and lets the server reject it. */
async function refuse(status: number, code: Problem['code'], more: Partial<Problem> = {}, permissions: string[] = []) {
  const { user, network } = await showPart(<GroupForm />, { permissions });
  network.respond(CREATE, () => createProblemResponse(status, code, more));
  await user.click(findField('Group Name'));
  await user.paste('Editors');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await user.click(save);
  await waitFor(() => expect([network.calls.length, save.disabled]).toEqual([1, false]));
  return { user, network };
}

const createInvalid = (...fields: [field: string, code: string, message?: string][]) =>
  ({
    errors: fields.map(([at, code, message = code]) => ({ field: at, code, message, limit: 100 })),
  }) as Partial<Problem>;

describe('rejected forms', () => {
  it('each reason is under its field and the first has the focus, without a toast', async () => {
    await refuse(422, 'validation', createInvalid(['group_name', 'too_long'], ['note', 'hostile_text']));
    await screen.findByText('Max Length is 100!');
    expect(listReasons('Group Name')).toEqual(['Max Length is 100!']);
    expect(listReasons('Note')).toEqual(['This text contains characters that cannot be stored.']);
    expect(listReasons('Count 1')).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(findField('Note')));
    expect(listToasts()).toEqual([]);
  });

  it('a field in a list is found by its number', async () => {
    await refuse(422, 'validation', createInvalid(['details.1.count', 'not_positive']));
    await screen.findByText('Enter a number of at least 1.');
    expect([listReasons('Count 1'), listReasons('Count 2')]).toEqual([[], ['Enter a number of at least 1.']]);
  });

  it('the field of a single form is found in a request for many records', async () => {
    await refuse(422, 'validation', createInvalid(['groups.0.group_name', 'too_long']));
    await screen.findByText('Max Length is 100!');
    expect(listReasons('Group Name')).toEqual(['Max Length is 100!']);
  });

  it('the missing field is named', async () => {
    await refuse(422, 'validation', createInvalid(['note', 'required']));
    await screen.findByText('Please enter Note');
    expect(listReasons('Note')).toEqual(['Please enter Note']);
  });

  it("a reason without translation is shown in the server's words", async () => {
    await refuse(422, 'validation', createInvalid(['note', 'not_a_haiku', 'Five, seven, five.']));
    await screen.findByText('Five, seven, five.');
    expect(listReasons('Note')).toEqual(['Five, seven, five.']);
  });

  it('reasons without a form field are in one toast', async () => {
    await refuse(422, 'validation', createInvalid(['shoe_size', 'unknown_field'], ['hat_size', 'unknown_field']));
    await waitFor(() => expect(listToasts()).toEqual(['Form Validation ErrorThis field does not exist.']));
    expect(['Note', 'Group Name'].flatMap(listReasons)).toEqual([]);
  });

  it('reasons are under their fields and the rest in one toast', async () => {
    await refuse(422, 'validation', createInvalid(['note', 'hostile_text'], ['shoe_size', 'unknown_field']));
    await waitFor(() => expect(listToasts()).toEqual(['Form Validation ErrorThis field does not exist.']));
    expect(listReasons('Note')).toEqual(['This text contains characters that cannot be stored.']);
  });

  it('a failure without fields is in one toast', async () => {
    await refuse(403, 'forbidden');
    await waitFor(() =>
      expect(listToasts()).toEqual([
        'You do not have permission to do this. Ask your leader, or your contact at Darkroom, if you need access.',
      ]),
    );
  });

  it('an ended session shows nothing, because the sign-in page follows', async () => {
    await refuse(401, 'session_required');
    await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
    expect(listToasts()).toEqual([]);
  });
});

describe('names that exist already', () => {
  const exists = createInvalid(['group_name', 'exists']);

  it('the name is under its field, with a link for users of the list', async () => {
    await refuse(409, 'group_name_exists', exists, ['npn_view_group']);
    const link = await screen.findByRole('link', { name: 'Open “Editors” in a new tab' });
    expect(listReasons('Group Name')).toEqual(['Group name exists: “Editors” Open']);
    expect(link.getAttribute('href')).toBe('/setting/group?text=Editors');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(findField('Group Name').value).toBe('Editors');
    expect(listToasts()).toEqual([]);
  });

  it('the name is followed by a reason that is a full sentence', async () => {
    await refuse(409, 'username_exists', exists);
    await screen.findByText('This username already exists: “Editors”');
  });

  it('the message has no link for users without access to the list', async () => {
    await refuse(409, 'group_name_exists', exists);
    await screen.findByText('Group name exists: “Editors”');
    expect(screen.queryByRole('link')).toBeNull();
  });
});
