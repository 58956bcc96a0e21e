// @vitest-environment happy-dom
import { categoryEndpoints } from '@darkroom/contract/category';
import { screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { describe, expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { useNewRecord } from './use-new-record.ts';

const findField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('forms for a new record', () => {
  const ADD = '/api/category/add';

  function AddForm({ onClose }: { onClose: (name: string) => void }) {
    const record = useNewRecord<typeof categoryEndpoints.add, { name: string; place: string }>({
      endpoint: categoryEndpoints.add,
      initial: { name: '', place: 'Interior' },
      inputOf: ({ name, place }) => ({ type: 'cat1', name, new_service_type: place, workstream: 'PTE' }),
      invalidates: ['category'],
      toFormField: (name) => (name === 'new_service_type' ? 'place' : name),
      failed: 'It was not added.',
      onDone: (_, { name }) => onClose(name),
    });
    return (
      <RecordDrawer name="add" record={record} title="Add" saveLabel="Add it" onClose={() => onClose('')}>
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
        <Form.Item name="place" label="Place">
          <Input />
        </Form.Item>
      </RecordDrawer>
    );
  }

  async function showAdd() {
    const closed = vi.fn<(name: string) => void>();
    const { user, network } = await showPart(<AddForm onClose={closed} />, { permissions: ['npn_add_category'] });
    await user.click(findField('Name'));
    await user.paste('Dusk');
    return { network, closed, add: () => user.click(screen.getByRole('button', { name: 'Add it' })) };
  }

  it("the form shows all its errors itself, without the browser's messages", async () => {
    await showAdd();
    expect(screen.getByRole('dialog').querySelector('form')?.noValidate).toBe(true);
  });

  it('the form sends its values and reports the new record', async () => {
    const { network, closed, add } = await showAdd();
    network.respond(ADD, () => Response.json({ cat1: {}, cat2: {}, service_type: {} }));
    await add();
    await waitFor(() => expect(closed).toHaveBeenCalledWith('Dusk'));
    expect(network.calls.at(-1)?.body).toMatchObject({ name: 'Dusk', new_service_type: 'Interior' });
  });

  it('a rejection is shown at its field, and the typed text stays', async () => {
    const { network, closed, add } = await showAdd();
    network.respond(ADD, () =>
      createProblemResponse(422, 'validation', {
        errors: [{ field: 'new_service_type', code: 'too_long', message: 'x' }],
      }),
    );
    await add();
    await waitFor(() => expect(findField('Place').getAttribute('aria-invalid')).toBe('true'));
    expect(findField('Name').value).toBe('Dusk');
    expect(closed).not.toHaveBeenCalled();
  });

  it('the message names the failed action when no field is at fault', async () => {
    const { network, add } = await showAdd();
    network.respond(ADD, () => createProblemResponse(409, 'exists'));
    await add();
    expect(await screen.findByText(/^It was not added\. /)).toBeTruthy();
  });
});
