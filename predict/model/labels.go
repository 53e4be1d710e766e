package model

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// ParseLabels reads labels.json: a list of names, or an object from index to name, which many exporters write.
func ParseLabels(data []byte) ([]Class, error) {
	var names []string
	var err error
	switch first := bytes.TrimLeft(data, " \t\r\n"); {
	case bytes.HasPrefix(first, []byte("[")):
		err = decode(data, &names, "a name")
	case bytes.HasPrefix(first, []byte("{")):
		names, err = namesByIndex(data)
	default:
		err = errors.New("it is neither a list of names nor an object from index to name")
	}
	if err != nil {
		return nil, err
	}
	classes := make([]Class, len(names))
	for i, name := range names {
		classes[i] = Class{ID: name}
	}
	return classes, nil
}

func namesByIndex(data []byte) ([]string, error) {
	var byText map[string]string
	if err := decode(data, &byText, "a name"); err != nil {
		return nil, err
	}
	byIndex := make(map[int]string, len(byText))
	for text, name := range byText {
		i, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is no index: it has to be a number", text)
		}
		byIndex[i] = name
	}
	names := make([]string, len(byText))
	for i := range names {
		name, ok := byIndex[i]
		if !ok {
			return nil, fmt.Errorf("the index %d is missing: it has to count from 0", i)
		}
		names[i] = name
	}
	return names, nil
}
