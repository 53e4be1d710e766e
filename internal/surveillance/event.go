package surveillance

import "github.com/google/uuid"

// eventNamespace is the UUIDv5 namespace of the ids of sampling events; imported records have the same.
var eventNamespace = uuid.MustParse("8f6b7a52-6d0e-5f0e-9c55-1d1f6f0a6b11")

// EventUUID is the id of the sampling event that has an eventID in a data source.
func EventUUID(sourceID, eventID string) uuid.UUID {
	return uuid.NewSHA1(eventNamespace, []byte(sourceID+"\x00event\x00"+eventID))
}

// EffortUnits are the units of sampling effort. They are never converted into each other.
var EffortUnits = []string{"trap_night", "trap_hour", "collection", "dip", "house", "person_hour"}
