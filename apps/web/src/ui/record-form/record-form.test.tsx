// @vitest-environment happy-dom
import { cat2Record, categoryEndpoints } from '@darkroom/contract/category';
import { CAT2 } from '@darkroom/contract/field-tables/setting';
import { TASK_WIRE_FIELDS } from '@darkroom/contract/field-tables/job';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { endSession, storeSession, type SessionResponse } from '../../lib/session/session-store.ts';
import { useCan } from '../../lib/session/session.ts';
import { useStaysOpen } from './use-opened-record.ts';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { useRecordForm } from './use-record-form.ts';

const SOMEBODY: SessionResponse = {
  access_token: 'other',
  user: {
    id: 8,
    username: 'mai',
    full_name: 'Mai',
    account: 'staff',
    is_superuser: false,
    must_change_password: false,
  },
  staff_id: 8,
  permissions: [],
};

type Category = z.output<typeof cat2Record>;

const OPENED: Category = {
  id: 5,
  name: 'Day to dusk',
  cat1_id: 2,
  level: 3,
  estimate_minutes: 20,
  enabled: true,
  version: 1,
};
const FIELDS = { ...CAT2, why: TASK_WIRE_FIELDS.reason };
const UPDATE = '/api/category/update';
const MAY = ['npn_change_category'];

/** A form of one record, as on the screens. The reason is not part of the record. */
function CategoryForm({ onClose }: { onClose: () => void }) {
  const record = useRecordForm<
    typeof categoryEndpoints.update,
    Category,
    { name: string; level: number | string; why: string }
  >({
    endpoint: categoryEndpoints.update,
    record: OPENED,
    currentSchema: cat2Record,
    invalidates: ['category'],
    extraFields: ['why'],
    valuesOf: ({ name, level }) => ({ name, level, why: '' }),
    inputOf: ({ id, version }, { name, level }, { why }) =>
      ({ type: 'cat2', id, version, ...(name && { name }), ...(level && { level: Number(level) }), why }) as never,
    onDone: onClose,
  });
  return (
    <RecordDrawer
      name="category"
      draft="category.5"
      record={record}
      fields={FIELDS}
      title="Edit Day to dusk"
      onClose={onClose}
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="level" label="Level" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="why" label="Reason">
        <Input />
      </Form.Item>
    </RecordDrawer>
  );
}

function Page() {
  const [open, setOpen] = useState(true);
  const shown = useStaysOpen(open ? OPENED.id : undefined, useCan()(categoryEndpoints.update.access));
  if (shown) return <CategoryForm onClose={() => setOpen(false)} />;
  return (
    <>
      <p>The list</p>
      <button onClick={() => setOpen(true)}>Open</button>
    </>
  );
}

const findField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const findButton = (name: string) => screen.getByRole('button', { name });
const createSavedResponse =
  (change: Partial<Category> = {}) =>
  () =>
    Response.json({ ...OPENED, version: 2, ...change });
const THEIRS = { ...OPENED, name: 'Twilight', level: 4, version: 8 };
const createStaleResponse = () => createProblemResponse(409, 'stale', { current: THEIRS });

async function showForm() {
  const { user, network, setPermissions: changePermissions, update } = await showPart(<Page />, { permissions: MAY });
  const write = async (label: string, text: string) => {
    await user.clear(findField(label));
    if (text) await user.paste(text);
  };
  const save = () => user.click(findButton('Save'));
  const listSentBodies = () => network.calls.filter(({ path }) => path === UPDATE).map(({ body }) => body);
  return { user, network, changePermissions, update, write, save, listSentBodies };
}

const expectClosed = () => screen.findByText('The list');
const readVersions = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('forms of one record', () => {
  it('the form sends the changed fields with the version at opening, and closes', async () => {
    const { network, write, save, listSentBodies } = await showForm();
    network.respond(UPDATE, createSavedResponse());
    await write('Name', 'Dusk');
    await write('Reason', 'as the client says');
    await save();
    await expectClosed();
    expect(listSentBodies()).toEqual([{ type: 'cat2', id: 5, version: 1, name: 'Dusk', why: 'as the client says' }]);
  });

  it('the form keeps its text without permission, and saves when the permission returns', async () => {
    const { network, changePermissions, write, save, listSentBodies } = await showForm();
    network.respond(UPDATE, createSavedResponse());
    await write('Name', 'Dusk');
    changePermissions(['npn_view_category']);
    expect(await screen.findByText(/You no longer have permission to save this/)).toBeTruthy();
    expect(findField('Name').value).toBe('Dusk');
    expect(findButton('Save')).toHaveProperty('disabled', true);
    changePermissions(MAY);
    await waitFor(() => expect(findButton('Save')).toHaveProperty('disabled', false));
    expect(screen.queryByText(/You no longer have permission/)).toBeNull();
    await save();
    await expectClosed();
    expect(listSentBodies()).toEqual([{ type: 'cat2', id: 5, version: 1, name: 'Dusk', why: '' }]);
  });

  it('the text is restored after a lost session, only for the same user', async () => {
    const { changePermissions, write, update } = await showForm();
    const loseSession = () => {
      act(() => endSession('lost'));
      update(<p>The sign-in page</p>);
    };
    const signInAgain = () => {
      changePermissions(MAY);
      update(<Page />);
    };
    await write('Name', 'Dusk');
    loseSession();
    signInAgain();
    await screen.findByText(/before you were signed out/);
    expect([findField('Name').value, findField('Level').value]).toEqual(['Dusk', '3']);
    loseSession();
    expect(sessionStorage.getItem('drafts')).toContain('Dusk');
    act(() => storeSession(SOMEBODY));
    expect(sessionStorage.getItem('drafts')).not.toContain('Dusk');
    signInAgain();
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Day to dusk');
  });

  it('a closed form stays closed when its permission is removed and returns', async () => {
    const { user, changePermissions } = await showForm();
    changePermissions([]);
    await screen.findByText(/You no longer have permission/);
    await user.click(findButton('Cancel'));
    await expectClosed();
    changePermissions(MAY);
    expect(await expectClosed()).toBeTruthy();
  });

  it('a form without changes sends nothing and reports it', async () => {
    const { write, save, listSentBodies } = await showForm();
    await write('Name', 'Dusk');
    await write('Name', 'Day to dusk');
    await save();
    expect(await screen.findByText('Please fill at least one field to proceed!')).toBeTruthy();
    expect(listSentBodies()).toEqual([]);
  });

  it('the first invalid field has the focus, and nothing is sent', async () => {
    const { write, save, listSentBodies } = await showForm();
    await write('Level', '');
    await write('Name', ' ');
    findButton('Cancel').focus();
    await save();
    await waitFor(() => expect(document.activeElement).toBe(findField('Name')));
    expect(await screen.findByText('Please enter Name')).toBeTruthy();
    expect(await screen.findByText('Please enter Level')).toBeTruthy();
    expect(listSentBodies()).toEqual([]);
  });

  it('the text is kept, with one message, when the server is unreachable', async () => {
    const { network, write, save } = await showForm();
    network.respond(UPDATE, () => Promise.reject(new TypeError('no network')));
    await write('Name', 'Dusk');
    await save();
    expect(await screen.findAllByText(/Could not reach the server/)).toHaveLength(1);
    expect(findField('Name').value).toBe('Dusk');
  });
});

describe('saves by another user', () => {
  it("the notice shows both versions, keeps the user's text and focuses the choice", async () => {
    const { network, write, save } = await showForm();
    network.respond(UPDATE, createStaleResponse);
    await write('Name', 'Dusk');
    await save();
    await screen.findByRole('alert');
    expect(readVersions()).toEqual([
      ['Field', 'Theirs', 'Yours'],
      ['Name', 'Twilight', 'Dusk'],
      ['Level', '4', 'not changed by you'],
    ]);
    expect(findField('Name').value).toBe('Dusk');
    expect(document.activeElement).toBe(findButton('Use theirs'));
  });

  it("Use theirs keeps the user's reason and sends nothing", async () => {
    const { user, network, write, save, listSentBodies } = await showForm();
    network.respond(UPDATE, createStaleResponse, createSavedResponse());
    await write('Name', 'Dusk');
    await write('Reason', 'as the client says');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(['Name', 'Level', 'Reason'].map((label) => findField(label).value)).toEqual([
      'Twilight',
      '4',
      'as the client says',
    ]);
    expect(listSentBodies()).toHaveLength(1);
    await write('Level', '6');
    await save();
    await expectClosed();
    expect(listSentBodies()[1]).toMatchObject({ version: 8, level: 6 });
    expect(listSentBodies()[1]).not.toHaveProperty('name');
  });

  it("Use theirs takes the other user's fields and keeps the user's other changes", async () => {
    const { user, network, write, save, listSentBodies } = await showForm();
    network.respond(
      UPDATE,
      () => createProblemResponse(409, 'stale', { current: { ...THEIRS, level: OPENED.level } }),
      createSavedResponse(),
    );
    await write('Level', '6');
    await write('Name', 'Dusk');
    await save();
    await screen.findByText('Only you changed Level. This is kept either way.');
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(findField('Name').value).toBe('Twilight');
    expect(findField('Level').value).toBe('6');
    await save();
    await expectClosed();
    expect(listSentBodies()[1]).toMatchObject({ version: 8, level: 6 });
    expect(listSentBodies()[1]).not.toHaveProperty('name');
  });

  it("Use mine saves only the user's changes over the other user's version", async () => {
    const { user, network, write, save, listSentBodies } = await showForm();
    network.respond(UPDATE, createStaleResponse, createSavedResponse());
    await write('Name', 'Dusk');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Use mine' }));
    await expectClosed();
    expect(listSentBodies()[1]).toEqual({ type: 'cat2', id: 5, version: 8, name: 'Dusk', why: '' });
  });

  it('the notice says that both changes are saved when their fields differ', async () => {
    const { user, network, write, save, listSentBodies } = await showForm();
    network.respond(
      UPDATE,
      () => createProblemResponse(409, 'stale', { current: { ...THEIRS, level: OPENED.level } }),
      createSavedResponse(),
    );
    await write('Level', '6');
    await save();
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Use mine' })).toBeNull();
    await user.click(findButton('Save both'));
    await expectClosed();
    expect(listSentBodies()[1]).toMatchObject({ version: 8, level: 6 });
    expect(listSentBodies()[1]).not.toHaveProperty('name');
  });

  it('the notice appears again when a third user saved first', async () => {
    const { user, network, write, save } = await showForm();
    const createThirdResponse = () =>
      createProblemResponse(409, 'stale', { current: { ...THEIRS, name: 'Blue hour', version: 9 } });
    network.respond(UPDATE, createStaleResponse, createThirdResponse);
    await write('Name', 'Dusk');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Use mine' }));
    await screen.findByText('Blue hour');
    expect(readVersions().slice(1)).toEqual([['Name', 'Blue hour', 'Dusk']]);
  });

  it('the notice says that no field of the form differs', async () => {
    const { user, network, write, save, listSentBodies } = await showForm();
    network.respond(
      UPDATE,
      () => createProblemResponse(409, 'stale', { current: { ...OPENED, estimate_minutes: 45, version: 8 } }),
      createSavedResponse(),
    );
    await write('Name', 'Dusk');
    await save();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('The other change does not affect the fields in this form');
    expect(within(notice).getAllByRole('button')).toHaveLength(1);
    await user.click(findButton('Save again'));
    await expectClosed();
    expect(listSentBodies()[1]).toMatchObject({ version: 8, name: 'Dusk' });
  });
});

/** Finds the visible question. A closed question stays in the page. */
const findQuestion = () => screen.queryByRole('button', { name: 'Keep editing' });

describe('leaving a form', () => {
  const findDiscardQuestion = async () =>
    (await screen.findByText('Discard what you typed?')).closest<HTMLElement>('[role="dialog"]')!;

  it('a form without typed text closes without a question', async () => {
    const { user } = await showForm();
    await user.click(findButton('Cancel'));
    await expectClosed();
  });

  it('a question appears before typed text is lost, and the form stays', async () => {
    const { user, write } = await showForm();
    await write('Name', 'Dusk');
    await user.click(findButton('Cancel'));
    await user.click(within(await findDiscardQuestion()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(findQuestion()).toBeNull());
    expect(findField('Name').value).toBe('Dusk');
  });

  it('Escape also opens the question, and Yes closes the form', async () => {
    const { user, write } = await showForm();
    await write('Name', 'Dusk');
    await user.keyboard('{Escape}');
    expect(screen.queryByText('The list')).toBeNull();
    await user.click(within(await findDiscardQuestion()).getByRole('button', { name: 'Discard' }));
    await expectClosed();
  });
});
