// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api.ts';
import { showPart } from '../../../testing/part.tsx';
import { createEditStore, type TableCellEdit } from './cell-edit.ts';
import { EditCell, EditContext } from './data-table-edit.tsx';

interface Job {
  name: string;
}
const JOB: Job = { name: 'Wedding' };
const send = vi.fn<TableCellEdit<Job>['send']>();
const EDIT: TableCellEdit<Job> = {
  field: 'Job Name',
  kind: 'text',
  read: ({ name }) => name,
  send,
  current: () => null,
};

const createCell = (store: ReturnType<typeof createEditStore>, edit: TableCellEdit<Job> | undefined) => (
  <EditContext value={store}>
    <div data-cells data-row tabIndex={-1}>
      <EditCell id="j1.name" row={JOB} name="261118-004" edit={edit}>
        {JOB.name}
      </EditCell>
    </div>
  </EditContext>
);

const findEditButton = () => screen.queryByRole('button', { name: 'Edit Job Name of 261118-004' });
const findField = () => screen.findByRole<HTMLInputElement>('textbox');

describe('edited cells', () => {
  it('a cell without permission keeps its text and the reason until the user leaves it', async () => {
    const store = createEditStore();
    const { user, update } = await showPart(createCell(store, EDIT));
    await user.click(findEditButton()!);
    await user.clear(await findField());
    await user.paste('Wedding in Huế');
    update(createCell(store, undefined));
    expect((await findField()).value).toBe('Wedding in Huế');
    send.mockRejectedValueOnce(
      new ApiError(403, { type: '', title: 'Forbidden', status: 403, code: 'forbidden', request_id: 'x' }),
    );
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'You do not have permission to do this. Ask your leader, or your contact at Darkroom, if you need access.',
    );
    expect((await findField()).value).toBe('Wedding in Huế');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(findEditButton()).toBeNull();
  });

  it('a cell reports that its record is deleted', async () => {
    const { user } = await showPart(createCell(createEditStore(), EDIT));
    await user.click(findEditButton()!);
    await user.clear(await findField());
    await user.paste('Gone');
    send.mockRejectedValueOnce(
      new ApiError(404, {
        type: '',
        title: 'Not found',
        status: 404,
        code: 'not_found',
        request_id: 'x',
        errors: [{ field: 'job_id', code: 'not_found', message: '' }],
      }),
    );
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Not found, or you do not have access.');
  });

  it('Back and a press elsewhere save a valid cell, or show why it is invalid', async () => {
    send.mockReset();
    send.mockResolvedValueOnce(undefined);
    const { user, tab } = await showPart(
      createCell(createEditStore(), { ...EDIT, check: (text) => (text === '' ? 'Say something.' : null) }),
    );
    const addressBefore = tab.address();
    await user.click(findEditButton()!);
    await user.clear(await findField());
    await user.paste('Wedding in Huế');
    tab.back();
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(send).toHaveBeenCalledExactlyOnceWith(JOB, 'Wedding in Huế', '', false);
    expect(tab.address()).toBe(addressBefore);
    await user.click(findEditButton()!);
    await user.clear(await findField());
    tab.back();
    expect((await screen.findByRole('alert')).textContent).toBe('Say something.');
    expect(send).toHaveBeenCalledOnce();
    expect(tab.address()).toBe(addressBefore);
  });

  it('Escape restores a cell, and nothing is sent', async () => {
    send.mockReset();
    const { user } = await showPart(createCell(createEditStore(), EDIT));
    await user.click(findEditButton()!);
    await user.clear(await findField());
    await user.paste('Wedding in Huế');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(document.activeElement).toBe(document.querySelector('[data-row]'));
    expect(send).not.toHaveBeenCalled();
  });

  it('a question in a cell stays open after Back and after a press elsewhere', async () => {
    send.mockReset();
    const store = createEditStore();
    const { user, tab } = await showPart(
      <>
        {createCell(store, { ...EDIT, ask: () => 'This moves the bill. Save it?' })}
        <p>elsewhere</p>
      </>,
    );
    await user.click(findEditButton()!);
    await user.clear(await findField());
    await user.paste('Wedding in Huế');
    await user.keyboard('{Enter}');
    await screen.findByText('This moves the bill. Save it?');
    await user.click(screen.getByText('elsewhere'));
    expect(send).not.toHaveBeenCalled();
    screen.getByText('This moves the bill. Save it?');
    tab.back();
    await waitFor(() => expect(screen.queryByText('This moves the bill. Save it?')).toBeNull());
    expect(send).not.toHaveBeenCalled();
    expect((await findField()).value).toBe('Wedding in Huế');
  });
});
