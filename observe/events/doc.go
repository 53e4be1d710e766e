// Package events serves sampling events over HTTP: collections of mosquitoes, with what was done to catch them, also where none was
// caught. It creates, lists, reads, changes and deletes them. It imports internal packages, sql,
// observe/darwincore/effort, observe/form and observe/paging.
//
// An event is known by its data source and event_id, of which its id is made. So a create needs no id to be repeated: the same content
// again gets the stored event, other content a conflict. Records belong to the event of their data source and event_id, whichever was
// stored first.
//
// # Effort
//
// Effort is what the request states, else traps x nights, else traps x the nights between the first and the last day
// (observe/darwincore/effort, by which imports go too). A patch that changes what effort was made of makes it anew.
//
// # The Filter
//
// Place, days, data source and protocol select events by their own. What the Filter asks of records says what counts as the catch:
// names, sex, life stage, status, flags. An event looks for the taxa asked for if its targets hold all of them, and every event without
// targets does.
package events
