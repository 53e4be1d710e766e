import { expect, test } from 'vitest'

import { element, frame } from './snippets'

const query = new URLSearchParams({ species: 'aedes-albopictus', data_source: 'a"b<c', at: '4/43/12', embed: '1' })

test('a frame has the address of the map, escaped', () => {
  const text = frame('https://maps.example/deep/', query, 'Map "of" mosquitoes')
  expect(text).toContain('src="https://maps.example/deep/?species=aedes-albopictus&amp;data_source=a%22b%3Cc&amp;at=4%2F43%2F12&amp;embed=1"')
  expect(text).toContain('title="Map &quot;of&quot; mosquitoes"')
})

test('the element has the parameters as attributes, escaped', () => {
  expect(element('https://maps.example/deep/', query, 'Map')).toBe(
    '<script src="https://maps.example/deep/embed.js" async></script>\n' +
      '<skeeter-map label="Map" species="aedes-albopictus" data-source="a&quot;b&lt;c" at="4/43/12"></skeeter-map>',
  )
})
