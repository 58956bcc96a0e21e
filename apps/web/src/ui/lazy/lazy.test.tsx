// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { FailedPage } from '../feedback/error-page.tsx';
import { FetchBoundary, CodeLoadError } from './fetch-boundary.tsx';
import { lazyCode, lazyOverlay, lazyPart } from './lazy.tsx';

/** Returns code that can be fetched while the network is there, with the number of requests and the result. */
function createCode<P>(part: P) {
  const wire = { network: false, asked: [] as boolean[] };
  const load = () => {
    wire.asked.push(wire.network);
    return wire.network ? Promise.resolve({ default: part }) : Promise.reject(new TypeError('offline'));
  };
  return { wire, load };
}

const findButton = (name: string) => screen.findByRole('button', { name });

it('a screen whose code failed to load opens with Retry when the network is back', async () => {
  const { wire, load } = createCode(() => <h1>The screen</h1>);
  const Page = lazyCode(load);
  // The pointer moves over its link before it opens.
  await Page.preload();
  const { user } = await showPart(
    <FetchBoundary
      renderFailed={(reset) => <FailedPage error={new CodeLoadError(null, () => undefined)} reset={reset} />}
    >
      <Page />
    </FetchBoundary>,
  );
  await user.click(await findButton('Try again'));
  await waitFor(() => expect(wire.asked.length).toBeGreaterThanOrEqual(3));
  const retry = await findButton('Try again');
  wire.network = true;
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeTruthy();
});

it('prefetched code is drawn immediately', async () => {
  const { wire, load } = createCode(() => <h1>The screen</h1>);
  const Page = lazyCode(load);
  wire.network = true;
  await Page.preload();
  await showPart(<Page />);
  expect(screen.getByRole('heading', { name: 'The screen' })).toBeTruthy();
  expect(wire.asked).toEqual([true]);
});

it('a failed part shows one line, and loads when the network is back', async () => {
  const { wire, load } = createCode(() => <p>Chart</p>);
  const Chart = lazyPart(load);
  await showPart(<Chart />);
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load');
  wire.network = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Chart')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('an error of the part itself reaches the error boundary', async () => {
  const { wire, load } = createCode(() => {
    throw new Error('a fault');
  });
  wire.network = true;
  const Chart = lazyPart(load);
  let caughtError: unknown;
  class Outer extends FetchBoundary {
    override render() {
      caughtError = this.state.error;
      return caughtError === null ? this.props.children : <p>The page’s own</p>;
    }
  }
  await showPart(
    <Outer renderFailed={() => null}>
      <Chart />
    </Outer>,
  );
  expect(await screen.findByText('The page’s own')).toBeTruthy();
  expect(caughtError).toMatchObject({ message: 'a fault' });
});

/** A button and its drawer, as on screens. */
function Screen({ drawer: Drawer }: { drawer: (props: { id: number; onClose: () => void }) => React.ReactNode }) {
  const [id, setId] = useState<number | null>(null);
  return (
    <>
      <button type="button" onClick={() => setId(7)}>
        Open
      </button>
      {id !== null && <Drawer id={id} onClose={() => setId(null)} />}
    </>
  );
}

it('a failed overlay shows its error, closes, and is fetched again when reopened', async () => {
  const { wire, load } = createCode(({ id }: { id: number; onClose: () => void }) => <p>Record {id}</p>);
  const { user } = await showPart(<Screen drawer={lazyOverlay(load)} />);
  const openButton = await findButton('Open');
  await user.click(openButton);
  const dialog = await screen.findByRole('alertdialog', { name: 'Could not load' });
  expect(dialog.textContent).toContain('Your text is kept');
  await user.click(await findButton('Close'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(openButton);
  await screen.findByRole('alertdialog');
  wire.network = true;
  await user.click(await findButton('Try again'));
  expect(await screen.findByText('Record 7')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('an overlay shows its frame until its code has loaded, and Escape closes it', async () => {
  const { user } = await showPart(<Screen drawer={lazyOverlay(() => new Promise(() => undefined))} />);
  await user.click(await findButton('Open'));
  expect(document.querySelector('[role="presentation"] [aria-busy="true"]')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.querySelector('[role="presentation"] [aria-busy="true"]')).toBeNull());
});
