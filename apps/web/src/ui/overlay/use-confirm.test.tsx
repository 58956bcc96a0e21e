// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { useConfirm } from './use-confirm.tsx';

const onAnswer = vi.fn();

function Form() {
  const { ask, holder } = useConfirm();
  const press = async (title: string) => onAnswer(title, await ask({ title, lines: [], no: 'Go back' }));
  return (
    <>
      <button onClick={() => void press('The first?')}>First</button>
      <button onClick={() => void press('The second?')}>Second</button>
      {holder}
    </>
  );
}

it('a second question closes the open one and answers it with No', async () => {
  const { user } = await showPart(<Form />);
  await user.click(await screen.findByText('First'));
  await screen.findAllByText('The first?');
  // A key can open a question while the first question is still on the page.
  screen.getByText('Second').click();
  await screen.findAllByText('The second?');
  await vi.waitFor(() => expect(onAnswer.mock.calls).toEqual([['The first?', false]]));
  await user.click((await screen.findAllByRole('button', { name: 'Save' })).at(-1)!);
  await vi.waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith('The second?', true));
  expect(onAnswer).toHaveBeenCalledTimes(2);
});
