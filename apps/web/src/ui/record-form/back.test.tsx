// @vitest-environment happy-dom
import { categoryEndpoints } from '@darkroom/contract/category';
import { screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useApiMutation } from '../../lib/api/query.ts';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import { useBackCloses } from '../overlay/back-closes.ts';
import { LeaveGuard } from '../page/leave-guard.tsx';
import { FormDrawer } from './form-drawer.tsx';

const UPDATE = '/api/category/update';
const createSavedResponse = () =>
  Response.json({ id: 5, name: 'Dusk', cat1_id: 2, level: 3, estimate_minutes: 20, enabled: true, version: 2 });
const useRename = (onSuccess: () => void) => {
  const save = useApiMutation(categoryEndpoints.update, { onSuccess });
  return { ...save, rename: (name: string) => save.mutate({ type: 'cat2', id: 5, version: 1, name }) };
};

function RenameForm({ inAddress, onClose }: { inAddress: boolean; onClose: () => void }) {
  const [form] = Form.useForm<{ name: string }>();
  const save = useRename(onClose);
  return (
    <FormDrawer
      title="Rename"
      formId="rename"
      saveLabel="Save"
      access={categoryEndpoints.update.access}
      saving={save.isPending}
      inAddress={inAddress}
      isTouched={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      <Form name="rename" form={form} onFinish={({ name }) => save.rename(name)}>
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
}

function Page({ inAddress = false }) {
  const [open, setOpen] = useState(true);
  return open ? <RenameForm inAddress={inAddress} onClose={() => setOpen(false)} /> : <p>The list</p>;
}

const HERE = '/';
const BEFORE = '/?page=before';
const findButton = (name: string) => screen.getByRole('button', { name });
/** Finds the visible question. A closed question stays in the page. */
const findQuestion = () => screen.queryByRole('button', { name: 'Keep editing' });
const expectQuestion = () => waitFor(() => expect(findQuestion()).toBeTruthy());
const expectClosed = () => screen.findByText('The list');

async function show(page = <Page />) {
  const { user, network, tab } = await showPart(page, { permissions: ['npn_change_category'] });
  return {
    user,
    network,
    back: tab.back,
    type: async (text: string) => {
      await user.click(screen.getByLabelText('Name'));
      await user.paste(text);
    },
    expectAddress: (address: string) => waitFor(() => expect(tab.address()).toBe(address)),
  };
}

describe('Back', () => {
  it('Back closes a form, and the screen stays', async () => {
    const { back, expectAddress } = await show();
    back();
    await expectClosed();
    await expectAddress(HERE);
  });

  it('Back leaves the screen when the form is in the URL', async () => {
    const { back, expectAddress } = await show(<Page inAddress />);
    back();
    await expectAddress(BEFORE);
    expect(screen.getByLabelText('Name')).toBeTruthy();
  });

  it('Back asks before typed text is lost, then closes only the form', async () => {
    const { user, back, type, expectAddress } = await show();
    await type('Dusk');
    back();
    await expectQuestion();
    await user.click(findButton('Discard'));
    await expectClosed();
    await expectAddress(HERE);
  });

  it('Back closes a dialog over the form without a question about the form', async () => {
    function Over({ onClose }: { onClose: () => void }) {
      useBackCloses(onClose);
      return <p>The dialog</p>;
    }
    function Covered() {
      const [isDialogOpen, setIsDialogOpen] = useState(true);
      return (
        <>
          <Page />
          {isDialogOpen && <Over onClose={() => setIsDialogOpen(false)} />}
        </>
      );
    }
    const { back, type } = await show(<Covered />);
    await type('Dusk');
    back();
    await waitFor(() => expect(screen.queryByText('The dialog')).toBeNull());
    expect(findQuestion()).toBeNull();
    back();
    await expectQuestion();
  });
});

describe('Back during a save', () => {
  it('the screen stays when the save closes the form before the response', async () => {
    const { user, network, back, type, expectAddress } = await show();
    const respond = network.hold(UPDATE);
    await type('Dusk');
    await user.click(findButton('Save'));
    back();
    await expectQuestion();
    respond(createSavedResponse());
    await expectClosed();
    await expectAddress(HERE);
  });

  it('the question stays when the save is rejected', async () => {
    const { user, network, back, type } = await show();
    const respond = network.hold(UPDATE);
    await type('Dusk');
    await user.click(findButton('Save'));
    back();
    await expectQuestion();
    respond(createProblemResponse(403, 'forbidden'));
    await screen.findAllByText(/not allowed|authorized|permission/i);
    expect(findQuestion()).toBeTruthy();
  });

  it('Back continues after a save that closes no form', async () => {
    function Notes() {
      const [text, setText] = useState('half a sentence');
      const save = useRename(() => setText(''));
      return (
        <>
          <LeaveGuard active={text !== ''} />
          <button onClick={() => save.rename(text)}>Save</button>
        </>
      );
    }
    const { user, network, back, expectAddress } = await show(<Notes />);
    const respond = network.hold(UPDATE);
    await user.click(findButton('Save'));
    back();
    await expectQuestion();
    respond(createSavedResponse());
    await waitFor(() => expect(findQuestion()).toBeNull());
    await expectAddress(BEFORE);
  });
});
