// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabPanel } from './tab-panel.tsx';

const openedTabs: string[] = [];

function Lists() {
  const [active, setActive] = useState('mine');
  return (
    <>
      <TabBar
        name="lists"
        tabs={['mine', 'waiting', 'pool'].map((key) => ({ key, label: key }))}
        active={active}
        onChange={(key) => {
          openedTabs.push(key);
          setActive(key);
        }}
      />
      <TabPanel of="lists" active={active}>
        What is {active}
      </TabPanel>
      <TabPanel of={false} active={active}>
        Always shown
      </TabPanel>
    </>
  );
}

const findTab = (name: string) => screen.getByRole('tab', { name });

it('the bar is one Tab stop, arrows, Home and End move, and Enter opens', async () => {
  const { user } = await showPart(<Lists />);
  openedTabs.length = 0;
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  findTab('mine').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(findTab('pool'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(findTab('mine'));
  await user.keyboard('{End}{Home}{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(findTab('waiting'));
  expect(openedTabs).toEqual([]);
  await user.keyboard('{Enter}');
  expect(openedTabs).toEqual(['waiting']);
  expect(screen.getByRole('tab', { selected: true })).toBe(findTab('waiting'));
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
});

it('pressing the open tab fetches nothing', async () => {
  const { user } = await showPart(<Lists />);
  openedTabs.length = 0;
  await user.click(findTab('mine'));
  expect(openedTabs).toEqual([]);
});

it('the tab names its panel, and the panel names its tab', async () => {
  const { user } = await showPart(<Lists />);
  const listControls = () => screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-controls'));
  const { id } = screen.getByRole('tabpanel', { name: 'mine' });
  expect(id).not.toBe('');
  expect(listControls()).toEqual([id, id, id]);
  await user.click(findTab('pool'));
  expect(screen.getByRole('tabpanel', { name: 'pool' }).textContent).toBe('What is pool');
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});
