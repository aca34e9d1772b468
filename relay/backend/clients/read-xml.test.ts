import { expect, test } from 'vitest'
import { readXml } from './read-xml.ts'

test('elements are members, and lists where AWS writes lists; what is empty is left out', () => {
  expect(
    readXml(`<?xml version="1.0" encoding="UTF-8"?>
      <Answer xmlns="http://aws/doc/"><!-- a <note> -->
        <vpcSet><item><vpcId>vpc-1</vpcId><tagSet/><size>8</size></item></vpcSet>
        <Buckets><Bucket><Name>a &amp; b &#x41;</Name></Bucket></Buckets>
        <TagList><Tag><Key>k</Key></Tag><Tag><Key>l</Key></Tag></TagList>
        <options><enabled>true</enabled></options>
        <said><![CDATA[1 < 2 &amp; 3]]></said>
        <twice>1</twice><twice>2</twice>
        <nothing></nothing>
      </Answer>`),
  ).toEqual({
    vpcSet: [{ vpcId: 'vpc-1', size: '8' }],
    Buckets: [{ Name: 'a & b A' }],
    TagList: [{ Key: 'k' }, { Key: 'l' }],
    options: { enabled: 'true' },
    said: '1 < 2 &amp; 3',
    twice: ['1', '2'],
  })
})

test.each([
  ['nothing', ''],
  ['a text', 'no'],
  ['an element that is not closed', '<a><b></b>'],
  ['elements that cross', '<a><b></a></b>'],
  ['definitions', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['what is too deep', '<a>'.repeat(100)],
])('%s is no XML', (_, xml) => {
  expect(() => readXml(xml)).toThrow(SyntaxError)
})

test('a member that is called like what objects inherit is one', () => {
  expect(readXml('<a><constructor>1</constructor><b>&constructor;</b></a>')).toEqual({
    constructor: '1',
    b: '&constructor;',
  })
})
