// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { lazy, useState, type ComponentProps, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { Drawer } from './drawer.tsx';
import { Modal } from './modal.tsx';

const FormDrawer = (props: Omit<ComponentProps<typeof Drawer>, 'width'>) => <Drawer width="form" {...props} />;
const OVERLAYS = { Drawer: FormDrawer, Modal };

/** A row whose button opens an overlay, which is removed while it is open. With `goes`, the button is removed too. */
function Row({ kind, isRemoved = false }: { kind: keyof typeof OVERLAYS; isRemoved?: boolean }) {
  const [open, setOpen] = useState(false);
  const [isPresent, setIsPresent] = useState(true);
  const Overlay = OVERLAYS[kind];
  const close = () => {
    setOpen(false);
    if (isRemoved) setIsPresent(false);
  };
  return (
    <div role="row" tabIndex={-1}>
      {isPresent && <button onClick={() => setOpen(true)}>Edit</button>}
      {open && (
        <Overlay open onClose={close} {...(kind === 'Modal' && { onCancel: close })} footer={null}>
          <button onClick={close}>Save</button>
        </Overlay>
      )}
    </div>
  );
}

const press = async (kind: keyof typeof OVERLAYS, isRemoved = false) => {
  const { user } = await showPart(<Row kind={kind} isRemoved={isRemoved} />);
  screen.getByRole('button', { name: 'Edit' }).focus();
  await user.keyboard('{Enter}');
  const save = await screen.findByRole('button', { name: 'Save' });
  save.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
};

it.each(['Drawer', 'Modal'] as const)('a %s that is removed while open restores the focus', async (kind) => {
  await press(kind);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })));
});

it('the focus moves to the container when the button was removed', async () => {
  await press('Drawer', true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('row')));
});

/** A board with two columns. Closing the overlay of a card shows the column that has the focus. */
function Board() {
  const [open, setOpen] = useState(false);
  const [column, setColumn] = useState(1);
  const card = (
    <button data-card={7} onClick={() => setOpen(true)}>
      Card
    </button>
  );
  return (
    <>
      <section tabIndex={-1}>{column === 1 && card}</section>
      <section tabIndex={-1}>{column === 2 && card}</section>
      {open && (
        <FormDrawer open onClose={() => setOpen(false)}>
          <button onClick={() => setColumn(2)}>Accept</button>
          <button onClick={() => setOpen(false)}>Close it</button>
        </FormDrawer>
      )}
    </>
  );
}

it('the focus follows a card that a step moved to another column', async () => {
  const { user } = await showPart(<Board />);
  screen.getByRole('button', { name: 'Card' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  await user.click(screen.getByRole('button', { name: 'Close it' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Card' })));
});

/** A dialog without typed text. With `held`, only its own button closes it. */
function Ask({ held: isSaving = false }) {
  const [open, setOpen] = useState(true);
  return open ? (
    <Modal open title="Sure?" closable={!isSaving} onCancel={() => setOpen(false)} footer={null}>
      Only asking
    </Modal>
  ) : (
    <p>The list</p>
  );
}

it('Back closes a dialog, and the page below stays', async () => {
  const { tab } = await showPart(<Ask />);
  await screen.findByText('Only asking');
  tab.back();
  await screen.findByText('The list');
  await waitFor(() => expect(tab.address()).toBe('/'));
});

it('Back does not close a secret that is shown once', async () => {
  const { tab } = await showPart(<Ask held />);
  await screen.findByText('Only asking');
  tab.back();
  // The step back, and the step that reverts it.
  await new Promise((resolveDelay) => setTimeout(resolveDelay, 50));
  expect(tab.address()).toBe('/');
  expect(screen.getByText('Only asking')).toBeTruthy();
});

it('a form is sent only with its fields, even when OK is pressed early', async () => {
  let finishLoading: () => void = () => undefined;
  const Reason = lazy(async () => {
    await new Promise<void>((resolve) => (finishLoading = resolve));
    return {
      default: () => (
        <Form.Item name="reason" initialValue="Too late">
          <Input />
        </Form.Item>
      ),
    };
  });
  const sent: unknown[] = [];
  function Decline(): ReactNode {
    const [form] = Form.useForm();
    return (
      <Modal open title="Decline" onOk={form.submit}>
        <Form form={form} onFinish={(values) => sent.push(values)}>
          <Reason />
        </Form>
      </Modal>
    );
  }
  const { user } = await showPart(<Decline />);
  const ok = await screen.findByRole<HTMLButtonElement>('button', { name: 'OK' });
  await user.click(ok);
  await act(async () => finishLoading());
  await screen.findByRole('textbox');
  expect(sent).toEqual([]);
  await user.click(ok);
  await waitFor(() => expect(sent).toEqual([{ reason: 'Too late' }]));
});
